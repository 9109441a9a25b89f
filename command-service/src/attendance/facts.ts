import type { AnsweredFor } from '@quorum/contracts/entry/attendance.ts';
import { revisionsOn } from '@quorum/contracts/entry/dates-answers.ts';
import { type EventId, eventIdOf, parseEventId } from '@quorum/contracts/entry/event-id.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { isoInstant } from '@quorum/contracts/time/instant.ts';
import { currentOccurrence, occurrenceOn } from '@quorum/contracts/time/occurrences.ts';
import { type AttendanceFacts, attendanceDecider } from '@quorum/domain/attendance/decider.ts';
import { attendanceStream } from '@quorum/domain/attendance/events.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import type { Entry } from '@quorum/domain/entry/entry.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { EntrySeries } from '@quorum/domain/entry/series.ts';
import { entryAt } from '../entry/entry-at.ts';
import type { DecideContext } from '../handling/context.ts';

/** The event that is answered, and for a series the date that the person was looking at. */
export type Answered = EventId & { readonly named?: CalendarDate | null | undefined };

/** The date, or the next one of a series. */
const dateIn = (series: EntrySeries, { occurrence, named }: Answered, now: number) => {
  const date = occurrence ?? named ?? null;
  const found = date === null ? currentOccurrence(series, now) : occurrenceOn(series, date);
  return found && { ...found, revised: revisionsOn(series, found) };
};

/** The first date that has not ended. An answer to the series counts from there on. */
const firstOpen = (series: EntrySeries, named: CalendarDate | undefined, now: number): CalendarDate => {
  const next = currentOccurrence(series, now)?.occurrence;
  const moved = series.changed.flatMap(({ occurrence, times }) =>
    times && Date.parse(times.endsAt) > now ? [occurrence] : [],
  );
  const open = [named, next, ...moved].filter((date) => date !== undefined).sort();
  return open[0] ?? isoInstant(now).slice(0, 10);
};

/** The facts about the date that is answered. Without a date, the answer is refused. */
const dateFacts = ({ occurrence, named }: Answered, date: ReturnType<typeof dateIn>) => {
  if (date !== undefined) {
    const { startsAt, endsAt, revised } = date;
    return { times: { startsAt, endsAt, ...revised } };
  }
  const isOver = occurrence === null && !named;
  const times = { startsAt: '', endsAt: '', placeRevision: 0 };
  return { times, refusal: refuse(isOver ? 'rsvp/over' : 'series/date-gone') };
};

const onDates = async (
  { aggregates, clock }: DecideContext,
  { id, groupId, creatorId, seats, guestsEach }: Entry,
  series: EntrySeries,
  answered: Answered,
): Promise<Omit<AttendanceFacts, 'seen'>> => {
  const now = clock.now();
  const { entryId, occurrence, named } = answered;
  const date = dateIn(series, answered, now);
  const { times, refusal } = dateFacts(answered, date);
  const of = (other: CalendarDate | null) =>
    aggregates.load(attendanceDecider, attendanceStream(eventIdOf({ entryId, occurrence: other })));
  const about = { now, occurrence, refusal, entry: { id, groupId, creatorId, seats, guestsEach, ...times } };
  if (occurrence !== null) return { ...about, beside: await of(null) };
  const from = firstOpen(series, date?.occurrence, now);
  return { ...about, from, ...(named && { beside: await of(named) }) };
};

/** The event as somebody saw it at a revision. For a series: the date, and the revision itself. */
const seenAt = async (
  context: DecideContext,
  entry: Entry,
  answered: Answered,
  revision: number,
): Promise<AnsweredFor | undefined> => {
  const before = revision < entry.revision ? await entryAt(context, entry.id, revision) : entry;
  const { startsAt, endsAt, placeRevision } = before;
  if (entry.series === null) return { startsAt, endsAt, placeRevision };
  const date = before.series === null ? before : dateIn(before.series, answered, context.clock.now());
  return date && { startsAt: date.startsAt, endsAt: date.endsAt, placeRevision: before.revision };
};

/** The facts for an answer to an event, to a series or to one date of it. @param seenRevision that its person saw */
export const attendanceFacts = async (
  context: DecideContext,
  entry: Entry,
  answered: Answered,
  seenRevision: number = entry.revision,
): Promise<AttendanceFacts> => {
  const seen = await seenAt(context, entry, answered, seenRevision);
  if (entry.series !== null) return { ...(await onDates(context, entry, entry.series, answered)), seen };
  const isGone = answered.occurrence !== null && { refusal: refuse('series/date-gone') };
  return { now: context.clock.now(), occurrence: null, entry, seen, ...isGone };
};

/** The stream that an answer belongs to. Dates with limited seats are answered one by one. */
export const streamOf = async (
  { aggregates }: DecideContext,
  id: string,
  scope: 'this' | 'all' = 'all',
): Promise<string> => {
  const named = parseEventId(id);
  if (named === undefined || named.occurrence === null || scope === 'this') return id;
  const { series, seats } = await aggregates.load(entryDecider, entryStream(named.entryId));
  return series === null || seats !== null ? id : named.entryId;
};
