import type { AnsweredFor } from '@quorum/contracts/entry/attendance.ts';
import { gotAt } from '@quorum/contracts/entry/dates-answers.ts';
import { eventIdOf, parseEventId } from '@quorum/contracts/entry/event-id.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, daysBetween } from '@quorum/contracts/time/days.ts';
import { occurrenceOn } from '@quorum/contracts/time/occurrences.ts';
import { type Attendance, isSameTimeAndPlace, isWaiting, type Party } from '@quorum/domain/attendance/attendance.ts';
import { type AttendanceCommand, attendanceDecider } from '@quorum/domain/attendance/decider.ts';
import { attendanceStream } from '@quorum/domain/attendance/events.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import type { Entry } from '@quorum/domain/entry/entry.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import { type PagedQuery, pagesOf } from '@quorum/service-kit/reads/pages.ts';
import { entryAt } from '../entry/entry-at.ts';
import type { Context } from '../handling/context.ts';
import { causedBy, processManager, unlessBusy, waitUntilRead } from '../process-managers/process-manager.ts';
import { attendanceFacts } from './facts.ts';

const NAME = 'settle-attendances';

const PAGE_SIZE = 200;

type Settling = AttendanceCommand & {
  /** The event that an answer given for somebody counts for. */
  readonly seen?: (entry: Entry) => AnsweredFor | undefined;
};

const settle = async (
  context: Context,
  eventId: string,
  { seen, ...command }: Settling,
  event: StoredEvent,
): Promise<void> => {
  const { aggregates } = context;
  const about = parseEventId(eventId);
  if (about === undefined) return;
  const step = 'userId' in command ? `${eventId}:${command.userId}` : eventId;
  const handled = await aggregates.handle({
    decider: attendanceDecider,
    stream: attendanceStream(eventId),
    command,
    metadata: causedBy(NAME, event, step),
    facts: async () => {
      const entry = await aggregates.load(entryDecider, entryStream(about.entryId));
      if (entry.status === 'none') return refuse('event/not-found');
      const facts = await attendanceFacts(context, entry, about);
      return { ...facts, seen: seen?.(entry) ?? facts.seen };
    },
  });
  unlessBusy(handled);
};

/** The events, series and dates that a person answered. */
async function* answeredBy({ reads }: Context, where: PagedQuery['where']) {
  for await (const page of pagesOf(reads.active, 'rsvps', { where }, PAGE_SIZE)) yield* page;
}

/** The ids of a person's own events in a group that had not ended then. They are going to these without an answer. */
async function* plannedBy({ reads }: Context, ownerKey: string, creatorId: string, at: string): AsyncGenerator<string> {
  const from = new Date(Date.parse(at) - limits.eventDuration * 60_000).toISOString();
  const own = {
    where: { ownerKey, creatorId },
    range: { field: 'startsAt', from },
    order: { field: 'startsAt', direction: 'asc' },
  } as const;
  for await (const page of pagesOf(reads.active, 'entries', own, PAGE_SIZE))
    for (const { id, endsAt } of page) if (endsAt > at) yield id;
  const series = {
    ...own,
    range: { field: 'endsAt', from: at },
    order: { field: 'endsAt', direction: 'asc' },
  } as const;
  for await (const page of pagesOf(reads.active, 'series', series, PAGE_SIZE)) for (const { id } of page) yield id;
}

/** Answers to events that had ended stay. */
const hadEnded = async ({ aggregates }: Context, eventId: string, at: string): Promise<boolean> => {
  const { entryId, occurrence } = parseEventId(eventId) ?? { entryId: '', occurrence: null };
  const { series, endsAt } = await aggregates.load(entryDecider, entryStream(entryId));
  if (series === null) return endsAt <= at;
  const end = occurrence === null ? series.lastEndsAt : occurrenceOn(series, occurrence)?.endsAt;
  return end != null && end <= at;
};

/** Somebody who comes back starts without answers, so those given since are not touched when this runs again. */
const leave = async (context: Context, event: EventOf<'MemberLeft' | 'MemberRemoved'>): Promise<void> => {
  const { groupId, userId } = event.data;
  const { position: given, recordedAt } = event;
  await waitUntilRead(context, event.position);
  const isDeleted = event.type === 'MemberLeft' && event.data.reason === 'account-deleted';
  const reason = isDeleted ? 'account-deleted' : 'left';
  const left = { type: 'WithdrawRsvp', userId, reason, given } as const;
  for await (const { eventId } of answeredBy(context, { userId, groupId }))
    if (!(await hadEnded(context, eventId, recordedAt))) await settle(context, eventId, left, event);
  for await (const eventId of plannedBy(context, groupId, userId, recordedAt))
    await settle(context, eventId, left, event);
};

/** Answers to past events go, too. */
const forget = async (context: Context, event: EventOf<'AccountDeleted'>): Promise<void> => {
  const { userId } = event.data;
  await waitUntilRead(context, event.position);
  const gone = { type: 'WithdrawRsvp', userId, reason: 'account-deleted' } as const;
  for await (const { eventId } of answeredBy(context, { userId })) await settle(context, eventId, gone, event);
};

/** An answer may have been decided just before its person left, or just before seats were added. */
const check = async (context: Context, event: EventOf<'RsvpGiven'>): Promise<void> => {
  const { groupId, userId } = event.data;
  const { members } = await context.aggregates.load(groupDecider, groupStream(groupId));
  const eventId = eventIdOf(event.data);
  if (!members.has(userId)) await settle(context, eventId, { type: 'WithdrawRsvp', userId, reason: 'left' }, event);
  else if (isWaiting(event.data)) await settle(context, eventId, { type: 'PromoteWaiting' }, event);
  await replace(context, event);
};

/** An answer to a series replaces those that its person gave to single dates before. */
const replace = async (context: Context, event: EventOf<'RsvpGiven' | 'RsvpWithdrawn'>): Promise<void> => {
  const { entryId, userId, from } = event.data;
  if (from === null) return;
  await waitUntilRead(context, event.position);
  const replaced = { type: 'WithdrawRsvp', userId, reason: 'replaced', given: event.position } as const;
  for await (const { eventId, occurrence } of answeredBy(context, { userId, entryId }))
    if (occurrence !== null && occurrence >= from) await settle(context, eventId, replaced, event);
};

const promote = (context: Context, event: EventOf<'EntryRescheduled' | 'OccurrenceChanged'>): Promise<void> =>
  settle(context, eventIdOf({ occurrence: null, ...event.data }), { type: 'PromoteWaiting' }, event);

/** Each date of a series has its own waitlist. */
const promoteOnDates = async (context: Context, event: EventOf<'EntrySeatsSet' | 'RsvpWithdrawn'>): Promise<void> => {
  const { entryId } = event.data;
  await waitUntilRead(context, event.position);
  for await (const page of pagesOf(context.reads.active, 'attendances', { where: { entryId } }, PAGE_SIZE))
    for (const { id, waiting } of page) if (waiting > 0) await settle(context, id, { type: 'PromoteWaiting' }, event);
};

const promoteAll = (context: Context, event: EventOf<'EntrySeatsSet'>): Promise<void> =>
  event.data.repeats
    ? promoteOnDates(context, event)
    : settle(context, event.data.entryId, { type: 'PromoteWaiting' }, event);

/** A person who had a seat on every date leaves one on each. */
const withdrawn = async (context: Context, event: EventOf<'RsvpWithdrawn'>): Promise<void> => {
  await replace(context, event);
  if (event.data.from !== null) await promoteOnDates(context, event);
};

const isFirst = async ({ events }: Context, event: EventOf<'SeriesSet'>): Promise<boolean> =>
  (await events.read(entryStream(event.data.entryId))).find(({ type }) => type === event.type)?.id === event.id;

type Parties = Attendance['parties'];

type Carried = { readonly answered: Parties; readonly seenBy: (party: Party) => NonNullable<Settling['seen']> };

/** Carries answers over to a date, with their seats and places on the waitlist. Nobody in line may take a seat that is still to come. */
const carry = async (
  context: Context,
  eventId: string,
  { answered, seenBy }: Carried,
  event: StoredEvent,
): Promise<void> => {
  for (const [userId, party] of answered.sortBy((each) => (isWaiting(each) ? 1 : 0))) {
    const { answer, guests, seated, at } = party;
    if (answer === null || at === '') continue;
    const carried = { type: 'CarryRsvp', userId, party: { answer, guests, seated }, seen: seenBy(party) } as const;
    await settle(context, eventId, carried, event);
  }
};

/** The answers to an event that begins to repeat are those to its first date. */
const carryOver = async (context: Context, event: EventOf<'SeriesSet'>): Promise<void> => {
  const { entryId, date: occurrence } = event.data;
  const { isOfSeries, before, parties } = await context.aggregates.load(attendanceDecider, attendanceStream(entryId));
  const answered = isOfSeries ? before : parties;
  if (answered.size === 0 || !(await isFirst(context, event))) return;
  const seenBy = (party: Party) => (entry: Entry) => seenOnDate(entry, party.answeredFor);
  await carry(context, eventIdOf({ entryId, occurrence }), { answered, seenBy }, event);
};

/** The answers to a date by itself that hold, and not a later one to its series. */
const ownOf = async ({ aggregates }: Context, entryId: string, dateId: string): Promise<Parties> => {
  const [{ parties }, toSeries] = await Promise.all([
    aggregates.load(attendanceDecider, attendanceStream(dateId)),
    aggregates.load(attendanceDecider, attendanceStream(entryId)),
  ]);
  return parties.filter(({ at }, userId) => at > (toSeries.parties.get(userId)?.at ?? ''));
};

/**
 * Dates that moved to other days have other ids. Who answered one by itself keeps answer and seat, and is asked again. A day that was
 * one of the dates before keeps the answers from then.
 */
const carryAlong = async (context: Context, event: EventOf<'SeriesSet'>): Promise<void> => {
  const { entryId, from, date } = event.data;
  const days = daysBetween(from, date);
  const [before, after] = await Promise.all(
    [true, false].map((isBefore) => entryAt(context, entryId, event.revision, isBefore)),
  );
  const isOn = (entry: Entry | undefined, day: CalendarDate): boolean =>
    entry?.series != null && occurrenceOn(entry.series, day) !== undefined;
  const hasMoved = (day: CalendarDate): boolean => day >= from && isOn(before, day) && !isOn(after, day);
  await waitUntilRead(context, event.position);
  for await (const page of pagesOf(context.reads.active, 'attendances', { where: { entryId } }, PAGE_SIZE))
    for (const { id, occurrence } of page) {
      if (occurrence === null || !hasMoved(occurrence)) continue;
      const to = addDays(occurrence, days);
      const eventId = eventIdOf({ entryId, occurrence: to });
      const known = await ownOf(context, entryId, eventId);
      if (!isOn(after, to) || known.some(({ at }) => at < event.position)) continue;
      const seenBy = (party: Party) => () => party.answeredFor ?? undefined;
      await carry(context, eventId, { answered: await ownOf(context, entryId, id), seenBy }, event);
    }
};

const repeats = async (context: Context, event: EventOf<'SeriesSet'>): Promise<void> => {
  const { from, date, groupId } = event.data;
  if (groupId === MY_SCHEDULE) return;
  await (date === from ? carryOver(context, event) : carryAlong(context, event));
};

/** The revision of the now repeating entry that an answer to the single event was for. Earlier than all of them if the event had moved. */
const seenOnDate = ({ series, ...single }: Entry, answered: AnsweredFor | null): AnsweredFor | undefined => {
  const part = series?.parts[0];
  if (answered === null || part === undefined) return undefined;
  const isAsSeen = isSameTimeAndPlace(answered, single);
  const isAsBefore =
    part.location === single.location && part.startsAt === single.startsAt && part.endsAt === single.endsAt;
  return { ...answered, placeRevision: isAsSeen && isAsBefore ? gotAt(part) : 0 };
};

/** Its creator was going without an answer, and may have left while the event was deleted. */
const returned = async (context: Context, event: EventOf<'EntryRestored'>): Promise<void> => {
  const { entryId, groupId, creatorId: userId } = event.data;
  if (groupId === MY_SCHEDULE) return;
  const { members } = await context.aggregates.load(groupDecider, groupStream(groupId));
  if (!members.has(userId)) await settle(context, entryId, { type: 'WithdrawRsvp', userId, reason: 'left' }, event);
};

/** Keeps the answers to events true to their members and seats. */
export const settleAttendances = processManager(NAME, {
  MemberLeft: leave,
  MemberRemoved: leave,
  AccountDeleted: forget,
  RsvpGiven: check,
  RsvpWithdrawn: withdrawn,
  EntrySeatsSet: promoteAll,
  EntryRescheduled: promote,
  OccurrenceChanged: promote,
  SeriesSet: repeats,
  EntryRestored: returned,
});
