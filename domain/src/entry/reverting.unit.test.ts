import type { Revised } from '@quorum/contracts/entry/dates-answers.ts';
import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../event-catalogue.ts';
import { recorded } from '../testing/recorded-events.ts';
import {
  before,
  cancelledOn,
  clock,
  dates,
  details,
  edit,
  given,
  identity,
  list,
  noon,
  on,
  remove,
  scheduled,
  tuesdays,
  weekly,
} from '../testing/weekly-entry.ts';
import { type EntryCommand, entryDecider } from './decider.ts';
import type { Entry } from './entry.ts';

const stateOf = (events: readonly DomainEvent[]): Entry =>
  recorded(events).reduce(entryDecider.evolve, entryDecider.initial);

const decided = (
  events: readonly DomainEvent[],
  command: EntryCommand,
  facts: { readonly now: number; readonly version?: Entry } = before,
): readonly DomainEvent[] => {
  const outcome = entryDecider.decide(command, stateOf(events), facts);
  if (isRefusal(outcome)) throw new Error(outcome.refused);
  return [...events, ...outcome];
};

const back = (
  events: readonly DomainEvent[],
  to: readonly DomainEvent[],
  { now = before.now, occurrence = undefined as string | undefined } = {},
): readonly DomainEvent[] =>
  decided(events, { type: 'RevertEntry', revision: to.length - 1, occurrence }, { now, version: stateOf(to) });

/** A move that was lost and is put back is asked about. */
const withoutRevisions = <R extends Partial<Revised>>({ placeRevision: _, timesRevision: __, ...shown }: R) => shown;

/** What is shown of an entry, with the revisions that decide who is asked again. What it was in between is not. */
const shown = (events: readonly DomainEvent[]) => {
  const { series, revision: _, position: __, changedAt: ___, placeBefore, ...entry } = stateOf(events);
  if (series === null) return { ...entry, series };
  const { replaced: ____, gaps: _gaps, ...now } = series;
  const changed = now.changed.map(({ pattern: _pattern, ...exception }) => withoutRevisions(exception));
  const parts = now.parts.map(({ madeRevision: _madeRevision, ...part }) => part);
  return { ...entry, series: { ...now, parts, changed } };
};

const rename = { type: 'ChangeEntry', details: { name: 'Race', location: 'Lake' }, times: {} } as const;

describe('putting back the version of an event', () => {
  it('putting a version of an event back gives its texts, time and seats of that moment in one decision (UNDO-07)', () => {
    const changed = [rename, { ...rename, details: {}, times: { date: '2030-05-20', duration: 90 } }].reduce<
      readonly DomainEvent[]
    >((events, command) => decided(events, command), [scheduled]);
    const limited = decided(changed, { type: 'SetSeats', seats: { seats: 8, guestsEach: 2 } });
    const reverted = back(limited, [scheduled]);
    expect(reverted.slice(limited.length).map(({ type }) => type)).toEqual([
      'EntryDetailsChanged',
      'EntryRescheduled',
      'EntrySeatsSet',
    ]);
    expect(shown(reverted)).toEqual(shown([scheduled]));
  });

  it('putting a version of an event back changes nothing that is the same', () => {
    expect(back([scheduled], [scheduled])).toEqual([scheduled]);
  });

  it('putting a version of an event back leaves out a time that has passed (UNDO-07)', () => {
    const moved = decided(decided([scheduled], rename), { ...rename, details: {}, times: { date: '2030-05-20' } });
    const reverted = back(moved, [scheduled], noon('2030-05-16'));
    expect(stateOf(reverted)).toMatchObject({ name: details.name, date: '2030-05-20' });
  });

  it('undoing a change is refused once the event was changed again (UNDO-18)', () => {
    const version = stateOf([scheduled]);
    const renamed = decided([scheduled], rename);
    const undo: EntryCommand = { type: 'RevertEntry', revision: 1, undo: true, occurrence: undefined };
    expect(stateOf(decided(renamed, undo, { ...before, version }))).toMatchObject({ name: details.name, revision: 2 });
    given(...decided(renamed, { ...rename, details: {}, times: { date: '2030-05-20' } }))
      .when(undo, { ...before, version })
      .thenRefused('event/changed-since');
  });

  it('putting a version back is refused once the event has ended, for an unknown version, and for one that was erased (UNDO-07, UNDO-15)', () => {
    const command: EntryCommand = { type: 'RevertEntry', revision: 0, occurrence: undefined };
    const version = stateOf([scheduled]);
    given(scheduled)
      .when(command, { ...noon('2030-05-16'), version })
      .thenRefused('rsvp/over');
    given(scheduled)
      .when({ ...command, revision: 7 }, { ...before, version })
      .thenRefused('request/invalid');
    const cancelled: DomainEvent = { type: 'EntryCancelled', data: identity };
    given(scheduled)
      .when(command, { ...before, version: stateOf([scheduled, cancelled]) })
      .thenRefused('request/invalid');
    given(scheduled, cancelled)
      .when(command, { ...before, version })
      .thenRefused('event/not-found');
    const erased = { ...version, name: null, description: null, location: null };
    given(scheduled)
      .when(command, { ...before, version: erased })
      .thenRefused('event/not-found');
  });
});

const moved = { time: '20:30' };
const later = '2030-05-28';
const edits: readonly (readonly [string, readonly EntryCommand[]])[] = [
  ['all texts', [edit({ details: { name: 'Race' } }, 'all')]],
  ['the time from a date on', [edit({ times: moved }, 'following', later)]],
  ['the day of all to an earlier one', [edit({ times: { date: '2030-05-13' } }, 'all', '2030-05-14')]],
  ['the day of all', [edit({ times: { date: '2030-05-15' } }, 'all', '2030-05-14')]],
  ['the rule', [edit({ repeats: { unit: 'month', every: 1 } }, 'following', later)]],
  ['the end', [remove('following', later)]],
  ['the end after a date', [edit({ repeats: null }, 'following', later)]],
  ['two parts', [edit({ times: moved }, 'following', later), edit({ details: { name: 'Race' } }, 'all')]],
];
const oneDate = [edit({ details: { name: 'Final', location: 'Lake' }, times: moved }, 'this', '2030-06-04')];

describe('putting back the version of a series', () => {
  it.each(edits)(
    'putting a version of a series back shows every date as it was before %s changed (UNDO-07, UNDO-18)',
    (_, commands) => {
      const exception = decided(weekly, oneDate[0] as EntryCommand);
      const changed = commands.reduce((events, command) => decided(events, command), exception);
      expect(shown(changed)).not.toEqual(shown(exception));
      expect(shown(back(changed, exception))).toEqual(shown(exception));
    },
  );

  it('putting a version of a series back keeps the dates that have begun as they were (SERIES-18)', () => {
    const changed = decided(weekly, edit({ times: moved }, 'all'));
    const reverted = back(changed, weekly, noon('2030-05-23'));
    expect(list(reverted, '2030-05-01', '2030-06-01')).toEqual([
      ['2030-05-14', '2030-05-15T00:30:00.000Z'],
      ['2030-05-21', '2030-05-22T00:30:00.000Z'],
      ['2030-05-28', '2030-05-28T23:00:00.000Z'],
    ]);
  });

  it('putting a version of a series back leaves deleted dates deleted, which have a way back of their own (SERIES-19)', () => {
    const changed = decided([...weekly, cancelledOn('2030-05-21')], edit({ times: moved }, 'all'));
    expect(dates(...back(changed, weekly))).not.toContain('2030-05-21');
  });

  it('putting the version of a single event back leaves the series its one date, about which nobody is asked again (UNDO-07, RSVP-15)', () => {
    const series = decided([scheduled], edit({ repeats: tuesdays }));
    const reverted = back(series, [scheduled]);
    expect(list(reverted)).toEqual([['2030-05-14', on('2030-05-14').startsAt]]);
    const revisions = ({ series: now }: Entry) => now?.parts.map((part) => [part.placeRevision, part.timesRevision]);
    expect(revisions(stateOf(reverted))).toEqual(revisions(stateOf(series)));
  });

  it('putting the version of a single event back leaves its date, also where the rule does not have it (UNDO-07)', () => {
    const moved = { times: { date: '2030-05-15' }, repeats: { ...tuesdays, on: ['WE'] } } as const;
    const series = decided([scheduled], edit(moved));
    expect(list(back(series, [scheduled]))).toEqual([['2030-05-14', on('2030-05-14').startsAt]]);
  });

  it('putting a version of a series back is refused once all dates have begun (UNDO-07)', () => {
    const ended = decided(weekly, remove('following', '2030-05-21'));
    const command: EntryCommand = { type: 'RevertEntry', revision: 2, occurrence: undefined };
    given(...ended)
      .when(command, { ...noon('2030-06-05'), version: stateOf(ended) })
      .thenRefused('rsvp/over');
  });
});

describe('putting back one date of a series', () => {
  it('putting one date of a series back makes it follow the series again (UNDO-07, UNDO-18, SERIES-16)', () => {
    const changed = decided(weekly, oneDate[0] as EntryCommand);
    const reverted = back(changed, weekly, { occurrence: '2030-06-04' });
    expect(shown(reverted)).toEqual(shown(weekly));
    const renamed = decided(reverted, edit({ details: { name: 'Race' } }, 'all'));
    expect(stateOf(renamed).series?.changed).toEqual([]);
  });

  it('putting one date of a series back keeps what the series had then, where it has changed since', () => {
    const changed = decided(weekly, edit({ details: { name: 'Race' }, times: { time: '20:00' } }, 'all'));
    const reverted = back(changed, weekly, { occurrence: '2030-06-04' });
    expect(stateOf(reverted).series?.changed).toMatchObject([
      { occurrence: '2030-06-04', name: details.name, times: { ...clock, date: '2030-06-04' } },
    ]);
  });

  it('putting one date of a series back is refused for a date that is gone, and for one that is over', () => {
    const command: EntryCommand = { type: 'RevertEntry', revision: 1, occurrence: '2030-05-21' };
    const version = stateOf(weekly);
    given(...weekly, cancelledOn('2030-05-21'))
      .when(command, { ...before, version })
      .thenRefused('series/date-gone');
    given(...weekly)
      .when(command, { ...noon('2030-05-23'), version })
      .thenRefused('rsvp/over');
  });
});
