import { expect, it } from 'vitest';
import { deletionOf, refuseRestoring, withDeletion, withoutDeletion } from './deletions.ts';

const DAY = 86_400_000;
const at = '2026-05-14T10:42:00.000Z';
const deletion = { at, by: 'ada' };
const untouched = { isRemoved: false, isErased: false };
const since = (ms: number): number => Date.parse(at) + ms;

it('a deleted event can be restored for 30 days, to the second (UNDO-03, UNDO-18)', () => {
  expect(refuseRestoring(deletion, { ...untouched, now: since(30 * DAY) })).toBeUndefined();
  const later = { ...untouched, now: since(30 * DAY + 1_000) };
  expect(refuseRestoring(deletion, later)).toEqual({ refused: 'event/restore-over' });
});

it('an event that moderation or an erasure removed cannot be restored (UNDO-15)', () => {
  const now = since(0);
  for (const isErased of [false, true])
    expect(refuseRestoring(deletion, { isRemoved: true, isErased, now })).toEqual({ refused: 'event/removed' });
  expect(refuseRestoring(deletion, { isRemoved: false, isErased: true, now })).toEqual({ refused: 'event/not-found' });
});

it('the deletion of a date is not that of its series', () => {
  const event = { recordedAt: at, metadata: { actor: 'ada' } } as never;
  const deletions = withDeletion({}, '2026-05-28', event);
  expect(deletionOf(deletions, '2026-05-28')).toEqual(deletion);
  expect(deletionOf(deletions, undefined)).toBeUndefined();
  expect(withoutDeletion(deletions, '2026-05-28')).toEqual({});
});
