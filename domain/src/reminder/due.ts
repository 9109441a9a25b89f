import { dueAt, isInTime, type Reminder } from '@quorum/contracts/reminder/lead-times.ts';
import { isoInstant, MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { nextOccurrence, occurrenceOn } from '@quorum/contracts/time/occurrences.ts';
import { expand } from '@quorum/contracts/time/series.ts';
import type { Map as ImmutableMap, Set as ImmutableSet } from 'immutable';
import type { Entry } from '../entry/entry.ts';
import type { DataOf } from '../event-catalogue.ts';

/** The reminders of one entry and of all its dates. */
export type Reminders = {
  /** Lead times that people chose for themselves. */
  readonly choices: ImmutableMap<string, Reminder>;
  /** When the next reminder is due. */
  readonly armedAt: string | null;
  /** When that was decided last. Earlier reminders are settled. */
  readonly settledAt: string;
  /** Sent reminders, by {@link keyOf}, of starts that were ahead then. */
  readonly sent: ImmutableSet<string>;
};

/** One reminder: of an event or a date, of its start, with one lead time. Nobody gets it twice. */
export type DueReminder = Pick<DataOf<'RemindersSent'>, 'occurrence' | 'startsAt' | 'minutes'>;

type Start = Pick<DueReminder, 'occurrence' | 'startsAt'>;

type Planned = Pick<Entry, 'status' | 'series' | 'date' | 'startsAt' | 'reminder'>;

export const keyOf = ({ occurrence, startsAt, minutes }: DueReminder): string =>
  `${startsAt} ${minutes} ${occurrence ?? ''}`;

/** An event that began to repeat since was reminded of as a single one. */
const isSent = ({ sent }: Reminders, due: DueReminder): boolean =>
  sent.has(keyOf(due)) || sent.has(keyOf({ ...due, occurrence: null }));

/** The lead times that somebody may have. */
const leadTimes = ({ choices }: Reminders, { reminder }: Planned): readonly number[] =>
  [...new Set([reminder, ...choices.values()])].filter((minutes) => minutes !== 'none');

const startsBetween = ({ series, startsAt }: Planned, from: number, to: number): readonly Start[] => {
  const all = series === null ? [{ occurrence: null, startsAt }] : expand(series, { from, to });
  return all.flatMap(({ occurrence, startsAt: at }) =>
    Date.parse(at) >= from && Date.parse(at) < to ? [{ occurrence, startsAt: at }] : [],
  );
};

/** The first start at or after an instant. */
const firstStart = ({ series, startsAt }: Planned, from: number): string | undefined => {
  if (series !== null) return nextOccurrence(series, from - 1)?.startsAt;
  return Date.parse(startsAt) >= from ? startsAt : undefined;
};

/** When the next reminder is due that is not due before `from` (milliseconds). */
export const nextDue = (reminders: Reminders, entry: Planned, from: number): string | null => {
  if (entry.status !== 'scheduled') return null;
  const due = leadTimes(reminders, entry).flatMap((minutes) => {
    const startsAt = firstStart(entry, from + minutes * MINUTE_MS);
    return startsAt === undefined ? [] : [dueAt(startsAt, minutes)];
  });
  return due.length === 0 ? null : isoInstant(Math.min(...due));
};

/** The reminders that are due within a stretch of time, both ends included, and were not sent. */
const dueBetween = (reminders: Reminders, entry: Planned, from: number, to: number): readonly DueReminder[] =>
  leadTimes(reminders, entry)
    .flatMap((minutes) => {
      const lead = minutes * MINUTE_MS;
      return startsBetween(entry, from + lead, to + lead + 1).map((start) => ({ ...start, minutes }));
    })
    .filter((due) => !isSent(reminders, due));

/** Reminders that became due since the alarm was armed. Of those that are too late, only the ones it was armed for. */
export const dueNow = (reminders: Reminders, entry: Planned, now: number): readonly DueReminder[] => {
  const armed = Date.parse(reminders.armedAt ?? '');
  if (entry.status !== 'scheduled' || !(armed <= now)) return [];
  return dueBetween(reminders, entry, armed, now).filter(
    (due) => isInTime(due.startsAt, due.minutes, now) || dueAt(due.startsAt, due.minutes) === armed,
  );
};

/** Undefined for a deleted date. A single event was its own first date before it began to repeat. */
const startOf = ({ status, series, date, startsAt }: Planned, occurrence: string | null): string | undefined => {
  if (status !== 'scheduled') return undefined;
  if (series === null) return occurrence === null || occurrence === date ? startsAt : undefined;
  return occurrence === null ? undefined : occurrenceOn(series, occurrence)?.startsAt;
};

/** It had another start, or was not there: it was deleted, or the rule of the series had other dates. A new event has not moved. */
const hasMoved = ({ occurrence, startsAt }: Start, before: Planned): boolean => {
  const known = startOf(before, occurrence);
  return known === undefined ? before.status === 'cancelled' || before.series !== null : known !== startsAt;
};

/** A change of when an event takes place: the entry before it, and after it. */
export type Move = { readonly before: Planned; readonly after: Planned };

/** Unsent reminders of a start that moved past their lead time. A later change of that start counts for itself. */
export const dueAfterMove = (
  reminders: Reminders,
  entry: Planned,
  { before, after }: Move,
  now: number,
): readonly DueReminder[] => {
  if (entry.status !== 'scheduled') return [];
  return leadTimes(reminders, entry)
    .flatMap((minutes) =>
      startsBetween(entry, now + 1, now + minutes * MINUTE_MS + 1).map((start) => ({ ...start, minutes })),
    )
    .filter(
      (due) => !isSent(reminders, due) && hasMoved(due, before) && startOf(after, due.occurrence) === due.startsAt,
    );
};
