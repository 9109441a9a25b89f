import { expect, it } from 'vitest';
import { deletionOf, refuseRestoring, withDeletion, withoutDeletion } from './deletions.ts';

const DAY = 86_400_000;
const at = '2026-05-14T10:42:00.000Z';
const deletion = { at, by: 'ada' };
const since = (ms: number): number => Date.parse(at) + ms;

it('what was deleted can be restored for 30 days, to the second (UNDO-03, UNDO-18)', () => {
  expect(refuseRestoring(deletion, false, since(30 * DAY))).toBeUndefined();
  expect(refuseRestoring(deletion, false, since(30 * DAY + 1_000))).toEqual({ refused: 'event/restore-over' });
});

it('what moderation removed, or an erasure, cannot be restored (UNDO-15)', () => {
  const byModeration = { at, by: 'system:moderate' };
  expect(refuseRestoring(byModeration, false, since(0))).toEqual({ refused: 'event/removed' });
  expect(refuseRestoring(byModeration, true, since(0))).toEqual({ refused: 'event/removed' });
  expect(refuseRestoring(deletion, true, since(0))).toEqual({ refused: 'event/not-found' });
});

it('the deletion of a date is not that of its series', () => {
  const event = { recordedAt: at, metadata: { actor: 'ada' } } as never;
  const deletions = withDeletion({}, '2026-05-28', event);
  expect(deletionOf(deletions, '2026-05-28')).toEqual(deletion);
  expect(deletionOf(deletions, undefined)).toBeUndefined();
  expect(withoutDeletion(deletions, '2026-05-28')).toEqual({});
});
