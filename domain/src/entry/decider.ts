import type { EventTexts } from '@quorum/contracts/entry/texts.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Reminder } from '@quorum/contracts/reminder/lead-times.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import type { Repeats } from '@quorum/contracts/time/repeats.ts';
import { partOf } from '@quorum/contracts/time/series.ts';
import type { Decider, Decision } from '../decider.ts';
import { deletionOf, refuseRestoring } from './deletions.ts';
import { type Entry, evolveEntry, noEntry } from './entry.ts';
import { type ImportEntry, importEntry } from './importing.ts';
import { putBack } from './reverting.ts';
import type { EntrySeries } from './series.ts';
import { beginSeries, deleteFromSeries, editSeries, type OnSeries, type Scope } from './series-decisions.ts';
import {
  changeDetails,
  type Identity,
  reschedule,
  type Seats,
  setReminder,
  setSeats,
  withInstants,
} from './single-changes.ts';

/** The creator's wall clock. Duration in minutes. */
type WallTimes = Pick<Entry, 'date' | 'time' | 'timeZone' | 'duration'>;

export type EntryCommand =
  | {
      readonly type: 'ScheduleEntry';
      readonly entry: { readonly entryId: string; readonly groupId: string; readonly creatorId: string };
      readonly details: EventTexts;
      readonly times: WallTimes;
      readonly seats?: Seats;
      readonly repeats?: Repeats | undefined;
      readonly reminder?: Reminder;
    }
  | ImportEntry
  /** Absent fields stay as they are. */
  | ({
      readonly type: 'ChangeEntry';
      readonly details: Partial<EventTexts>;
      readonly times: Partial<WallTimes>;
      /** Null ends a series. */
      readonly repeats?: Repeats | null | undefined;
      /** For all dates. */
      readonly reminder?: Reminder | undefined;
    } & Partial<OfDates>)
  | ({ readonly type: 'SetSeats'; readonly seats: Seats } & Pick<Partial<OfDates>, 'occurrence'>)
  | ({ readonly type: 'CancelEntry' } & Partial<OfDates>)
  /** Puts back the entry, or one date of a series. */
  | ({ readonly type: 'RestoreEntry' } & Pick<OfDates, 'occurrence'>)
  /** Deletes a deleted entry for good. */
  | { readonly type: 'PurgeEntry' }
  /** Puts back a version: of one date, or of everything. */
  | ({ readonly type: 'RevertEntry' } & Reverted & Pick<OfDates, 'occurrence'>);

/** The version of a revision. With `undo`, the one before the last change, which led to this revision. */
type Reverted = { readonly revision: number; readonly undo?: boolean | undefined };

/** The date of a series that a command names, and which dates it means: the one, or all, unless it says otherwise. */
type OfDates = { readonly occurrence: CalendarDate | undefined; readonly scope: Scope | undefined };

export type EntryFacts = {
  /** How many events the calendar has ahead, and how many of them the creator made. Only one more needs them. */
  readonly coming: number;
  readonly comingOfCreator: number;
  /** How many running series the calendar has, and the creator in all calendars. Only a new one needs them. */
  readonly runningSeries: number;
  readonly seriesOfCreator: number;
  /** Moderation removed it, or the message that announced it. */
  readonly isRemoved: boolean;
  /** The version to put back. */
  readonly version: Entry;
  /** Milliseconds. */
  readonly now: number;
};

type Facts = Partial<EntryFacts>;

const identityOf = ({ id: entryId, groupId, creatorId }: Entry): Identity => ({
  entryId,
  groupId,
  creatorId,
});

const refuseMore = ({ coming = 0, comingOfCreator = 0 }: Facts, times = 1): Refusal | undefined => {
  if (comingOfCreator >= limits.comingEventsOfPerson * times) return refuse('event/too-many-of-yours');
  return coming >= limits.comingEvents * times ? refuse('event/too-many-coming') : undefined;
};

const refuseSeries = ({ runningSeries = 0, seriesOfCreator = 0 }: Facts, times = 1): Refusal | undefined => {
  if (seriesOfCreator >= limits.seriesOfPerson * times) return refuse('series/too-many-of-yours');
  return runningSeries >= limits.series * times ? refuse('series/too-many') : undefined;
};

const schedule = (command: Extract<EntryCommand, { type: 'ScheduleEntry' }>, facts: Facts): Decision => {
  const { entry: identity, details, times, repeats, seats = noEntry, reminder = 'none' } = command;
  const refusal = refuseMore(facts);
  if (refusal !== undefined) return refusal;
  const series = repeats === undefined ? [] : (refuseSeries(facts) ?? beginSeries(identity, details, times, repeats));
  if (isRefusal(series)) return series;
  const scheduled = { type: 'EntryScheduled', data: { ...identity, ...details, ...withInstants(times) } } as const;
  const remind = setReminder(identity, { ...noEntry, repeats: repeats !== undefined }, reminder);
  return [scheduled, ...setSeats(identity, noEntry, seats), ...series, ...remind];
};

type Change = Extract<EntryCommand, { type: 'ChangeEntry' }>;

const changeSingle = (entry: Entry, { details, times, repeats }: Change, facts: Facts): Decision => {
  const [identity, texts, clock] = [identityOf(entry), { ...entry, ...details }, { ...entry, ...times }];
  if (!repeats)
    return refuseMore(facts) ?? [...changeDetails(identity, entry, texts), ...reschedule(identity, entry, clock)];
  return refuseSeries(facts) ?? beginSeries(identity, texts, clock, repeats);
};

type OnDates = Change | Extract<EntryCommand, { type: 'CancelEntry' }>;

const decideOnSeries = (entry: Entry, series: EntrySeries, command: OnDates, { now = 0 }: Facts): Decision => {
  const { occurrence, scope = occurrence === undefined ? 'all' : 'this' } = command;
  const on: OnSeries = { identity: identityOf(entry), series, now };
  const dates = { occurrence, scope };
  return command.type === 'ChangeEntry' ? editSeries(on, command, dates) : deleteFromSeries(on, dates);
};

const decideOnDates = (entry: Entry, command: OnDates, facts: Facts): Decision => {
  if (entry.series !== null) return decideOnSeries(entry, entry.series, command, facts);
  if (command.occurrence !== undefined) return refuse('series/date-gone');
  return command.type === 'ChangeEntry'
    ? changeSingle(entry, command, facts)
    : [{ type: 'EntryCancelled', data: identityOf(entry) }];
};

/** A date that the series no longer has stays away. */
const restoreDate = (entry: Entry, occurrence: CalendarDate): Decision =>
  entry.status === 'scheduled' && entry.series !== null && partOf(entry.series, occurrence) !== undefined
    ? [{ type: 'OccurrenceRestored', data: { ...identityOf(entry), occurrence } }]
    : refuse('series/date-gone');

/** Needs no free place in the limits. Without any bound, deleting and creating in turns would go round them. */
const restoreAll = (entry: Entry, facts: Facts): Decision => {
  const repeats = entry.series !== null;
  const times = limits.restoredTimes;
  const tooMany = refuseMore(facts, times) ?? (repeats ? refuseSeries(facts, times) : undefined);
  return tooMany ?? [{ type: 'EntryRestored', data: { ...identityOf(entry), repeats } }];
};

const restore = (entry: Entry, occurrence: CalendarDate | undefined, facts: Facts): Decision => {
  const { now = 0, isRemoved = false } = facts;
  if (entry.status === 'purged') return refuse('event/restore-over');
  const deletion = deletionOf(entry.deletions, occurrence);
  // It was not deleted, or is restored already.
  if (deletion === undefined) return entry.status === 'scheduled' ? [] : refuse('event/not-found');
  const refusal = refuseRestoring(deletion, { isRemoved, isErased: entry.name === null, now });
  if (refusal !== undefined) return refusal;
  return occurrence === undefined ? restoreAll(entry, facts) : restoreDate(entry, occurrence);
};

const purge = (entry: Entry): Decision => {
  if (entry.status === 'scheduled') return refuse('event/not-deleted');
  return entry.status === 'cancelled' ? [{ type: 'EntryPurged', data: identityOf(entry) }] : [];
};

const noSuchVersion = refuse('request/invalid', { text: 'This version does not exist' });

const refuseVersion = ({ revision: last }: Entry, { revision, undo }: Reverted): Refusal | undefined => {
  if (revision > last) return noSuchVersion;
  return undo && revision < last ? refuse('event/changed-since') : undefined;
};

const revert = (
  entry: Entry,
  command: Extract<EntryCommand, { type: 'RevertEntry' }>,
  { version, now = 0 }: Facts,
): Decision => {
  const refusal = refuseVersion(entry, command);
  if (refusal !== undefined) return refusal;
  if (version?.status !== 'scheduled') return noSuchVersion;
  // Its texts were erased.
  if (version.name === null) return refuse('event/not-found');
  return putBack({ identity: identityOf(entry), now }, entry, version, command.occurrence);
};

/** A change of the reminder alone reaches no date. */
const isOfReminder = ({ details, times, repeats, reminder }: Change): boolean =>
  reminder !== undefined && repeats === undefined && Object.keys({ ...details, ...times }).length === 0;

const changeEntry = (entry: Entry, command: Change, facts: Facts): Decision => {
  const isDateGone = command.occurrence !== undefined && entry.series === null;
  const changed = isOfReminder(command) && !isDateGone ? [] : decideOnDates(entry, command, facts);
  if (isRefusal(changed)) return changed;
  const repeats = entry.series !== null || Boolean(command.repeats);
  return [...changed, ...setReminder(identityOf(entry), { ...entry, repeats }, command.reminder ?? entry.reminder)];
};

/** Each date has as many. */
const changeSeats = (entry: Entry, { seats, occurrence }: Extract<EntryCommand, { type: 'SetSeats' }>): Decision =>
  occurrence !== undefined && entry.series === null
    ? refuse('series/date-gone')
    : setSeats(identityOf(entry), entry, seats);

type OnScheduled = Exclude<EntryCommand, { type: 'ScheduleEntry' | 'ImportEntry' | 'RestoreEntry' | 'PurgeEntry' }>;

const decideOnScheduled = (command: OnScheduled, entry: Entry, facts: Facts): Decision => {
  if (entry.status !== 'scheduled') return refuse('event/not-found');
  if (command.type === 'RevertEntry') return revert(entry, command, facts);
  if (command.type === 'SetSeats') return changeSeats(entry, command);
  return command.type === 'ChangeEntry' ? changeEntry(entry, command, facts) : decideOnDates(entry, command, facts);
};

/** An event that was changed too often can only be deleted. */
const refuseMoreChanges = ({ revision }: Entry, command: EntryCommand): Refusal | undefined => {
  const deletesAll = command.type === 'CancelEntry' && command.occurrence === undefined;
  return revision >= limits.eventChanges && !deletesAll ? refuse('series/too-many-parts') : undefined;
};

const decide = (command: EntryCommand, entry: Entry, facts: Facts = {}): Decision => {
  switch (command.type) {
    case 'ScheduleEntry':
      return entry.status === 'none' ? schedule(command, facts) : [];
    case 'ImportEntry':
      return entry.status === 'none' ? importEntry(command) : [];
    case 'RestoreEntry':
      return refuseMoreChanges(entry, command) ?? restore(entry, command.occurrence, facts);
    case 'PurgeEntry':
      return purge(entry);
    default:
      return refuseMoreChanges(entry, command) ?? decideOnScheduled(command, entry, facts);
  }
};

export const entryDecider: Decider<EntryCommand, Entry, Partial<EntryFacts> | undefined> = {
  initial: noEntry,
  decide,
  evolve: evolveEntry,
};
