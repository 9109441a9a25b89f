import { eachText } from '@quorum/contracts/entry/texts.ts';
import type { Reminder } from '@quorum/contracts/reminder/lead-times.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import type { DataOf } from '../event-catalogue.ts';
import type { Position, StoredEvent } from '../stored-event.ts';
import { type Deletions, withDeletion, withoutDeletion } from './deletions.ts';
import { entryFacts } from './events.ts';
import { importedEntry } from './importing.ts';
import { type EntrySeries, evolveSeries, noSeries } from './series.ts';

/** A calendar entry: the product's "event". One that repeats has a series, and its own times and texts are those before it had. */
export type Entry = Omit<DataOf<'EntryScheduled'>, 'entryId'> & {
  /** By which the calendar that it was imported from knows it, and when that was. Null if it was not imported. */
  readonly uid: string | null;
  readonly importedAt: string | null;
  readonly series: EntrySeries | null;
  /** `purged`: deleted for good. */
  readonly status: 'none' | 'scheduled' | 'cancelled' | 'purged';
  /** Its deleted dates, or all of it. */
  readonly deletions: Deletions;
  readonly id: string;
  readonly createdAt: string;
  /** UTC, ISO 8601, of the last event. */
  readonly changedAt: string;
  readonly revision: number;
  /** Position of the last event. */
  readonly position: Position;
  /** `null`: no limit. */
  readonly seats: number | null;
  /** Guests that a member may bring. */
  readonly guestsEach: number;
  readonly reminder: Reminder;
} & Place;

/** Where it is, by the revision that gave it this place. A move back to the place before gives it that revision again. */
type Place = {
  readonly placeRevision: number;
  readonly placeBefore: { readonly location: string | null; readonly placeRevision: number } | null;
};

export const noEntry: Entry = {
  status: 'none',
  deletions: {},
  id: '',
  groupId: '',
  creatorId: '',
  ...eachText(() => null),
  uid: null,
  importedAt: null,
  date: '',
  time: '',
  timeZone: '',
  duration: 0,
  startsAt: '',
  endsAt: '',
  series: null,
  createdAt: '',
  changedAt: '',
  revision: 0,
  position: '',
  seats: null,
  guestsEach: 0,
  reminder: 'none',
  placeRevision: 0,
  placeBefore: null,
};

/** The place of an entry after a change of its details. Answers to an event count for the place that their person saw. */
export const placeAfter = (
  entry: Place & { readonly location: string | null },
  location: string | null,
  revision: number,
): Place => {
  const { location: here, placeRevision, placeBefore } = entry;
  if (location === here) return { placeRevision, placeBefore };
  const isBack = location !== null && location === placeBefore?.location;
  return {
    placeRevision: isBack ? placeBefore.placeRevision : revision,
    placeBefore: { location: here, placeRevision },
  };
};

const deletionsAfter = ({ deletions }: Entry, event: StoredEvent, occurrence?: CalendarDate): Deletions =>
  event.type === 'EntryRestored' || event.type === 'OccurrenceRestored'
    ? withoutDeletion(deletions, occurrence)
    : withDeletion(deletions, occurrence, event);

export const evolveEntry = (entry: Entry, event: StoredEvent): Entry => {
  const { revision, position, recordedAt: changedAt } = event;
  const latest = { revision, position, changedAt };
  switch (event.type) {
    case 'EntryScheduled':
      return {
        ...noEntry,
        ...entryFacts(event.data),
        status: 'scheduled',
        createdAt: event.recordedAt,
        ...latest,
        placeRevision: revision,
      };
    case 'EntryImported':
      return { ...noEntry, ...importedEntry(event.data, revision, changedAt), ...latest, placeRevision: revision };
    case 'EntryDetailsChanged':
      return {
        ...entry,
        ...entryFacts(event.data),
        ...placeAfter(entry, event.data.location, revision),
        ...latest,
      };
    case 'EntryRescheduled':
      return { ...entry, ...entryFacts(event.data), ...latest };
    case 'EntrySeatsSet': {
      const { seats, guestsEach } = event.data;
      return { ...entry, seats, guestsEach, ...latest };
    }
    case 'EntryReminderSet':
      return { ...entry, reminder: event.data.minutes, ...latest };
    case 'SeriesSet':
    case 'SeriesEnded':
    case 'OccurrenceChanged':
      return { ...entry, series: evolveSeries(entry.series ?? noSeries, event, revision), ...latest };
    case 'OccurrenceCancelled':
    case 'OccurrenceRestored':
      return {
        ...entry,
        series: evolveSeries(entry.series ?? noSeries, event, revision),
        deletions: deletionsAfter(entry, event, event.data.occurrence),
        ...latest,
      };
    // Its texts and dates stay, so that it can be restored. They go with the key.
    case 'EntryCancelled':
    case 'EntryRestored': {
      const status = event.type === 'EntryCancelled' ? 'cancelled' : 'scheduled';
      return { ...entry, status, deletions: deletionsAfter(entry, event), ...latest };
    }
    case 'EntryPurged':
      return { ...entry, status: 'purged', ...latest };
    default:
      return entry;
  }
};
