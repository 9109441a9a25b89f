import { eventIdOf, parseEventId } from '@quorum/contracts/entry/event-id.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import { isWaiting } from '@quorum/domain/attendance/attendance.ts';
import { type AttendanceCommand, attendanceDecider } from '@quorum/domain/attendance/decider.ts';
import { attendanceStream } from '@quorum/domain/attendance/events.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import { type PagedQuery, pagesOf } from '@quorum/service-kit/reads/pages.ts';
import type { Context } from '../handling/context.ts';
import { causedBy, processManager, unlessBusy, waitUntilRead } from '../process-managers/process-manager.ts';

const NAME = 'settle-attendances';

const PAGE = 200;

const settle = async (
  { aggregates, clock }: Context,
  eventId: string,
  command: AttendanceCommand,
  event: StoredEvent,
): Promise<void> => {
  const named = parseEventId(eventId);
  if (named === undefined) return;
  const { entryId, occurrence } = named;
  const handled = await aggregates.handle({
    decider: attendanceDecider,
    stream: attendanceStream(eventId),
    command,
    metadata: causedBy(NAME, event, eventId),
    facts: async () => {
      const entry = await aggregates.load(entryDecider, entryStream(entryId));
      return entry.status === 'none' ? refuse('event/not-found') : { now: clock.now(), occurrence, entry };
    },
  });
  unlessBusy(handled);
};

/** The ids of the events that a person answered. */
async function* answeredBy({ reads }: Context, where: PagedQuery['where']): AsyncGenerator<string> {
  for await (const page of pagesOf(reads.active, 'rsvps', { where }, PAGE))
    for (const { eventId } of page) yield eventId;
}

/** The ids of a person's own events in a group that had not ended then. They are going to these without an answer. */
async function* plannedBy({ reads }: Context, ownerKey: string, creatorId: string, at: string): AsyncGenerator<string> {
  const from = new Date(Date.parse(at) - limits.eventDuration * 60_000).toISOString();
  const own = {
    where: { ownerKey, creatorId },
    range: { field: 'startsAt', from },
    order: { field: 'startsAt', direction: 'asc' },
  } as const;
  for await (const page of pagesOf(reads.active, 'entries', own, PAGE))
    for (const { id, endsAt } of page) if (endsAt > at) yield id;
}

/** Answers to what had ended stay. */
const hadEnded = async ({ aggregates }: Context, eventId: string, at: string): Promise<boolean> => {
  const { endsAt } = await aggregates.load(entryDecider, entryStream(parseEventId(eventId)?.entryId ?? ''));
  return endsAt <= at;
};

/** Somebody who comes back starts without answers, so those given since are not touched when this runs again. */
const leave = async (context: Context, event: EventOf<'MemberLeft' | 'MemberRemoved'>): Promise<void> => {
  const { groupId, userId } = event.data;
  const { position: given, recordedAt } = event;
  await waitUntilRead(context, event.position);
  const isDeleted = event.type === 'MemberLeft' && event.data.reason === 'account-deleted';
  const reason = isDeleted ? 'account-deleted' : 'left';
  const left = { type: 'WithdrawRsvp', userId, reason, given } as const;
  for await (const eventId of answeredBy(context, { userId, groupId }))
    if (!(await hadEnded(context, eventId, recordedAt))) await settle(context, eventId, left, event);
  for await (const eventId of plannedBy(context, groupId, userId, recordedAt))
    await settle(context, eventId, left, event);
};

/** Answers to past events go, too. */
const forget = async (context: Context, event: EventOf<'AccountDeleted'>): Promise<void> => {
  const { userId } = event.data;
  await waitUntilRead(context, event.position);
  const gone = { type: 'WithdrawRsvp', userId, reason: 'account-deleted' } as const;
  for await (const eventId of answeredBy(context, { userId })) await settle(context, eventId, gone, event);
};

/** An answer may have been decided just before its person left, or just before seats were added. */
const check = async (context: Context, event: EventOf<'RsvpGiven'>): Promise<void> => {
  const { groupId, userId } = event.data;
  const { members } = await context.aggregates.load(groupDecider, groupStream(groupId));
  const eventId = eventIdOf(event.data);
  if (!members.has(userId)) await settle(context, eventId, { type: 'WithdrawRsvp', userId, reason: 'left' }, event);
  else if (isWaiting(event.data)) await settle(context, eventId, { type: 'WalkLine' }, event);
};

const walk = (context: Context, event: EventOf<'EntrySeatsSet' | 'EntryRescheduled'>): Promise<void> =>
  settle(context, event.data.entryId, { type: 'WalkLine' }, event);

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
  EntrySeatsSet: walk,
  EntryRescheduled: walk,
  EntryRestored: returned,
});
