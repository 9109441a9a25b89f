import type { InGroup, OnEvent } from '@quorum/contracts/kernel/permissions.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Attendance } from '@quorum/domain/attendance/attendance.ts';
import { type AnswerCommand, type AttendanceFacts, attendanceDecider } from '@quorum/domain/attendance/decider.ts';
import { attendanceStream } from '@quorum/domain/attendance/events.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { Handlers } from '@quorum/service-kit/http/call.ts';
import { answerEntry } from '../entry/answer.ts';
import { entryInPath, standingAtEvent } from '../entry/commands.ts';
import { entryAt } from '../entry/entry-at.ts';
import type { Accepted } from '../handling/aggregates.ts';
import type { DecideContext } from '../handling/context.ts';
import { commandsOn } from '../handling/row.ts';

type Facts = OnEvent & InGroup & AttendanceFacts;

const factsIn =
  (context: DecideContext) =>
  async (_: Attendance, command: AnswerCommand, actorId: string): Promise<Facts | Refusal> => {
    const { entryId, seenRevision } = command;
    const entry = await context.aggregates.load(entryDecider, entryStream(entryId));
    if (entry.status !== 'scheduled') return refuse('event/not-found');
    // Only for an answer that was given just as the entry changed.
    const isOlder = seenRevision !== undefined && seenRevision < entry.revision;
    const { startsAt, endsAt, placeRevision } = isOlder ? await entryAt(context, entryId, seenRevision) : entry;
    const seen = { startsAt, endsAt, placeRevision };
    const now = context.clock.now();
    return { ...(await standingAtEvent(context, entry, actorId)), now, occurrence: null, entry, seen };
  };

/** Answers of members to events. */
export const attendanceCommands = (context: DecideContext) => {
  const { aggregates } = context;
  const onAttendance = commandsOn(aggregates, {
    decider: attendanceDecider,
    stream: attendanceStream,
    missing: 'event/not-found',
    facts: factsIn(context),
  });
  const answer = async (accepted: Accepted<Attendance>, entryId: string | Refusal, userId: string) => {
    if (isRefusal(entryId)) return entryId;
    const state = await aggregates.load(entryDecider, entryStream(entryId));
    return answerEntry(context, { ...accepted, state }, userId);
  };
  return {
    giveRsvp: onAttendance({
      id: entryInPath,
      command: ({ body: { answer: given, guests, revision: seenRevision }, actor: { userId } }, entryId) => ({
        type: 'GiveRsvp',
        entryId,
        userId,
        answer: given,
        guests,
        seenRevision,
      }),
      answer: (accepted, call) => answer(accepted, entryInPath(call), call.actor.userId),
    }),
    takeRsvpBack: onAttendance({
      id: entryInPath,
      command: (call, entryId) => ({ type: 'TakeRsvpBack', entryId, userId: call.actor.userId }),
      answer: (accepted, call) => answer(accepted, entryInPath(call), call.actor.userId),
    }),
  } satisfies Partial<Handlers<'command'>>;
};
