import type { Repeats } from '@quorum/contracts/time/repeats.ts';
import { expand } from '@quorum/contracts/time/series.ts';
import { type EntryCommand, entryDecider } from '../entry/decider.ts';
import type { DataOf, DomainEvent } from '../event-catalogue.ts';
import { givenWhenThen } from './given-when-then.ts';

const [ada, group, entryId] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000c',
  '00000000-0000-4000-8000-00000000000d',
] as const;
export const { given } = givenWhenThen(entryDecider);

export const identity = { entryId, groupId: group as string, creatorId: ada };
export const details = { name: 'Stand-up', description: '', location: 'Room 2' };
export const clock = { time: '19:00', timeZone: 'America/New_York', duration: 60 };
/** Tuesdays, in summer. */
export const on = (date: string, hour = 19) => {
  const start = Date.parse(`${date}T${String(hour).padStart(2, '0')}:00:00Z`) + 4 * 3_600_000;
  const iso = (ms: number) => new Date(ms).toISOString();
  return { startsAt: iso(start), endsAt: iso(start + 3_600_000) };
};
export const tuesdays: Repeats = { unit: 'week', every: 1, on: ['TU'] };
export const noon = (date: string) => ({ now: Date.parse(`${date}T12:00:00Z`) });
export const before = noon('2030-05-13');

type Set = DataOf<'SeriesSet'>;
export const set = (data: Partial<Set> = {}): DomainEvent => {
  const date = data.date ?? '2030-05-14';
  const part = { ...identity, ...details, from: date, rule: tuesdays, date, ...clock, ...on(date) };
  return { type: 'SeriesSet', data: { ...part, lastDate: null, lastEndsAt: null, ...data } };
};
export const scheduled: DomainEvent = {
  type: 'EntryScheduled',
  data: { ...identity, ...details, date: '2030-05-14', ...clock, ...on('2030-05-14') },
};
export const weekly = [scheduled, set()];

export const edit = (
  given: Partial<Pick<Extract<EntryCommand, { type: 'ChangeEntry' }>, 'details' | 'times' | 'repeats' | 'reminder'>>,
  scope?: 'this' | 'following' | 'all',
  occurrence?: string,
): EntryCommand => ({ type: 'ChangeEntry', details: {}, times: {}, ...given, scope, occurrence });

export const remove = (scope?: 'this' | 'following' | 'all', occurrence?: string): EntryCommand => ({
  type: 'CancelEntry',
  scope,
  occurrence,
});

export const changed = (occurrence: string, data: Partial<DataOf<'OccurrenceChanged'>>): DomainEvent => ({
  type: 'OccurrenceChanged',
  data: {
    ...identity,
    occurrence,
    changed: ['name'],
    follows: [],
    times: null,
    was: on(occurrence),
    becomes: on(occurrence),
    name: null,
    description: null,
    location: null,
    ...data,
  },
});
export const cancelledOn = (occurrence: string): DomainEvent => ({
  type: 'OccurrenceCancelled',
  data: { ...identity, occurrence, was: on(occurrence) },
});

export const list = (events: readonly DomainEvent[], from = '2030-05-01', to = '2030-07-01') => {
  const { series } = given(...events).state();
  const window = { from: Date.parse(`${from}T00:00:00Z`), to: Date.parse(`${to}T00:00:00Z`) };
  return series === null ? [] : expand(series, window).map(({ occurrence, startsAt }) => [occurrence, startsAt]);
};
export const dates = (...events: readonly DomainEvent[]) => list(events).map(([occurrence]) => occurrence);
