import { revisionsOn, wasAsNow } from '@quorum/contracts/entry/dates-answers.ts';
import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { occurrenceOn } from '@quorum/contracts/time/occurrences.ts';
import { expect, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { recorded } from '../testing/recorded-events.ts';
import { before, changed, edit, remove, scheduled, set, weekly } from '../testing/weekly-entry.ts';
import { type EntryCommand, entryDecider } from './decider.ts';
import type { Entry } from './entry.ts';

const stateOf = (events: readonly DomainEvent[]): Entry =>
  recorded(events).reduce(entryDecider.evolve, entryDecider.initial);

const after = (events: readonly DomainEvent[], ...commands: readonly EntryCommand[]): readonly DomainEvent[] =>
  commands.reduce((known, command) => {
    const outcome = entryDecider.decide(command, stateOf(known), before);
    if (isRefusal(outcome)) throw new Error(outcome.refused);
    return known.concat(outcome);
  }, events);

/** Answers that are older are asked about again. */
const revisions = (events: readonly DomainEvent[]) =>
  stateOf(events).series?.parts.map(({ placeRevision, timesRevision }) => [placeRevision, timesRevision]);

const later = '2030-05-28';

it('a new name of a series asks nobody again, also where later dates have another time and place (RSVP-15)', () => {
  const two = after(weekly, edit({ details: { location: 'Lake' }, times: { time: '20:00' } }, 'following', later));
  expect(revisions(two)).toEqual([
    [1, 1],
    [2, 2],
  ]);
  expect(revisions(after(two, edit({ details: { name: 'Retro' } }, 'all')))).toEqual(revisions(two));
});

it('a place or time of a series that is changed back asks nobody again (RSVP-15)', () => {
  const there = after(weekly, edit({ details: { location: 'Lake' }, times: { time: '20:00' } }, 'all'));
  expect(revisions(there)).toEqual([[2, 2]]);
  expect(revisions(after(there, edit({ details: { location: 'Room 2' } }, 'all')))).toEqual([[1, 2]]);
  expect(revisions(after(there, edit({ times: { time: '19:00' } }, 'all')))).toEqual([[2, 1]]);
});

it('a place that only other dates of a series had asks those who come to it (RSVP-15)', () => {
  const two = after(weekly, edit({ details: { location: 'Lake' } }, 'following', later));
  const swapped = after(two, edit({ details: { location: 'Room 2' } }, 'following', '2030-06-04'));
  expect(revisions(swapped)?.at(-1)).toEqual([1, 1]);
  const other = [...two, set({ from: '2030-06-04', date: '2030-06-04', location: 'Pond' })];
  expect(revisions(other)?.at(-1)).toEqual([3, 1]);
});

it('a series that moves to other days asks again, also if its rule reads the same (RSVP-15)', () => {
  const yearly = [scheduled, set({ rule: { unit: 'year', every: 1 } })];
  expect(revisions(after(yearly, edit({ times: { date: '2030-05-15' } }, 'all', '2030-05-14')))).toEqual([[1, 2]]);
  const fortnightly = [scheduled, set({ rule: { unit: 'week', every: 2, on: ['TU'] } })];
  const moved = edit({ times: { date: '2030-05-21' } }, 'all', '2030-05-14');
  expect(revisions(after(fortnightly, moved))).toEqual([[1, 2]]);
});

it('a series that is ended and put back asks nobody again (RSVP-15, UNDO-01)', () => {
  const ended = after(weekly, remove('following', later));
  const back = entryDecider.decide({ type: 'RevertEntry', revision: 1, occurrence: undefined }, stateOf(ended), {
    ...before,
    version: stateOf(weekly),
  });
  expect(revisions([...ended, ...(isRefusal(back) ? [] : back)])).toEqual([[1, 1]]);
});

/** Whether an answer counts for a date, by the revision of the entry that its person saw. */
const counts = (events: readonly DomainEvent[], date: string): readonly boolean[] => {
  const { series, revision } = stateOf(events);
  const found = series === null ? undefined : occurrenceOn(series, date);
  if (series === null || found === undefined) throw new Error('the date is gone');
  return Array.from({ length: revision }, (_, before) => wasAsNow(revisionsOn(series, found), before + 1));
};

it('an answer that was given while a series had another time or place does not count once it has its own again (RSVP-06, RSVP-15)', () => {
  const there = after(weekly, edit({ details: { location: 'Lake' }, times: { time: '20:00' } }, 'all'));
  const back = after(
    there,
    edit({ details: { location: 'Room 2' } }, 'all'),
    edit({ times: { time: '19:00' } }, 'all'),
  );
  expect(counts(back, later)).toEqual([true, false, false, true]);
});

it('an answer that was given while a date had a time of its own does not count once it follows its series again (RSVP-06, RSVP-15)', () => {
  const moved = after(weekly, edit({ times: { time: '20:30' } }, 'this', later));
  const back = after(moved, edit({ times: { time: '19:00' } }, 'this', later));
  expect(counts(back, later)).toEqual([true, false, true]);
  expect(counts(back, '2030-05-21')).toEqual([true, true, true]);
  const ofSeries = after(moved, edit({ times: { time: '21:00' } }, 'all'), edit({ times: { time: '19:00' } }, 'all'));
  expect(counts(ofSeries, later)).toEqual([true, false, false, true]);
  expect(counts(ofSeries, '2030-05-21')).toEqual([true, true, false, true]);
});

it('a date that follows its series again asks nobody again (RSVP-15, SERIES-16)', () => {
  const there = [
    ...weekly,
    changed(later, { changed: ['name', 'location', 'times'], name: 'Final', location: 'Lake' }),
  ];
  expect(stateOf(there).series?.changed[0]).toMatchObject({ placeRevision: 2 });
  const back = [...there, changed(later, { changed: ['times'], follows: ['location'] })];
  expect(stateOf(back).series?.changed).toEqual([{ occurrence: later, name: 'Final', pattern: expect.any(String) }]);
});
