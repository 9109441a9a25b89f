import type { DataOf } from '@quorum/domain/event-catalogue.ts';
import { describe, expect, it, vi } from 'vitest';
import { ada, cancelled, club, details, dinner, groupDeleted, happens, scheduled, times } from '../testing/people.ts';
import { projectWith } from '../testing/project.ts';
import { testProjection } from '../testing/projection-testing.ts';
import { calendar } from './fold.ts';

const asked = vi.hoisted(() => ({ zones: 0 }));
vi.mock('@quorum/contracts/time/zone-offsets.ts', async (load) => ({
  ...(await load<object>()),
  offsetAt: () => {
    asked.zones += 1;
    return 0;
  },
}));

const { given } = testProjection(projectWith(calendar));
const identity = { entryId: dinner, groupId: club, creatorId: ada };
const { date } = times;

const set = (data: Partial<DataOf<'SeriesSet'>> = {}) =>
  happens('SeriesSet', {
    ...identity,
    ...details,
    ...times,
    from: date,
    rule: { unit: 'day', every: 1 },
    lastDate: null,
    lastEndsAt: null,
    ...data,
  });

const was = { startsAt: times.startsAt, endsAt: times.endsAt };
const changedOn = (occurrence: string, data: Partial<DataOf<'OccurrenceChanged'>> = {}) =>
  happens('OccurrenceChanged', {
    ...identity,
    occurrence,
    changed: ['times'],
    follows: [],
    times: { ...times, date: occurrence },
    was,
    becomes: was,
    name: null,
    description: null,
    location: null,
    ...data,
  });
const cancelledOn = (occurrence: string) => happens('OccurrenceCancelled', { ...identity, occurrence, was });
const endedOn = (from: string, lastDate: string) =>
  happens('SeriesEnded', { ...identity, from, lastDate, lastEndsAt: '2030-01-01T00:00:00.000Z' });

const next = (days: number): string => new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);

describe('a series in the calendar model', () => {
  it('a series in the calendar model takes the place of its entry, and is one document (SERIES-10)', () =>
    given(scheduled(dinner, club, ada))
      .when(set())
      .then({
        entries: [],
        series: [
          expect.objectContaining({ id: dinner, ownerKey: club, endsAt: '9999-12-31T00:00:00.000Z', revision: 1 }),
        ],
      }));

  it('a series in the calendar model asks no zone, whatever happens to it (SERIES-09)', async () => {
    asked.zones = 0;
    await given(scheduled(dinner, club, ada), set())
      .when(
        cancelledOn(next(1)),
        changedOn(next(2)),
        changedOn(next(3), { changed: ['name'], name: 'Lunch', times: null }),
        set({ from: next(5), date: next(5), time: '20:00', rule: { unit: 'month', every: 1, on: { day: 'last' } } }),
        set({ from: next(0), rule: { unit: 'week', every: 2, on: ['MO', 'SU'], count: 9 }, lastDate: next(60) }),
        endedOn(next(30), next(29)),
      )
      .then({ series: [expect.objectContaining({ id: dinner, leftOut: [next(1)] })] });
    expect(asked.zones).toBe(0);
  });

  it('a series in the calendar model goes with its entry and with its group (SERIES-27)', async () => {
    await given(scheduled(dinner, club, ada), set())
      .when(cancelled(dinner, club, ada))
      .then({ series: [] });
    await given(scheduled(dinner, club, ada), set())
      .when(groupDeleted(club))
      .then({ series: [] });
  });
});
