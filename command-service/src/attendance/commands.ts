import { parseEventId } from '@quorum/contracts/entry/event-id.ts';
import type { InGroup, OnEvent } from '@quorum/contracts/kernel/permissions.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Attendance } from '@quorum/domain/attendance/attendance.ts';
import { type AnswerCommand, type AttendanceFacts, attendanceDecider } from '@quorum/domain/attendance/decider.ts';
import { attendanceStream } from '@quorum/domain/attendance/events.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import type { Call, Handlers } from '@quorum/service-kit/http/call.ts';
import { answerEntry } from '../entry/answer.ts';
import { datesNamed, entryOrDateInPath, standingAtEvent } from '../entry/commands.ts';
import type { Accepted } from '../handling/aggregates.ts';
import type { DecideContext } from '../handling/context.ts';
import { commandsOn } from '../handling/row.ts';
import { attendanceFacts, streamOf } from './facts.ts';

type Facts = OnEvent & InGroup & AttendanceFacts;

const factsIn =
  (context: DecideContext) =>
  async (_: Attendance, command: AnswerCommand, actorId: string): Promise<Facts | Refusal> => {
    const { eventId, named, seenRevision } = command;
    const about = parseEventId(eventId) ?? { entryId: '', occurrence: null };
    const entry = await context.aggregates.load(entryDecider, entryStream(about.entryId));
    if (entry.status !== 'scheduled') return refuse('event/not-found');
    const facts = await attendanceFacts(context, entry, { ...about, named }, seenRevision);
    return { ...(await standingAtEvent(context, entry, actorId)), ...facts };
  };

type Answering = Pick<Call<'giveRsvp'> | Call<'takeRsvpBack'>, 'params' | 'actor'>;

/** Answers of members to events. */
export const attendanceCommands = (context: DecideContext) => {
  const { aggregates } = context;
  const onAttendance = commandsOn(aggregates, {
    decider: attendanceDecider,
    stream: attendanceStream,
    missing: 'event/not-found',
    facts: factsIn(context),
  });
  const streamIn = async (call: Answering, scope: 'all' | 'this' | undefined): Promise<string | Refusal> => {
    const entryId = entryOrDateInPath(call);
    return isRefusal(entryId) ? entryId : streamOf(context, call.params.id ?? '', scope);
  };
  const about = ({ params, actor: { userId } }: Answering, eventId: string) => {
    const { occurrence: named } = parseEventId(params.id ?? '') ?? { occurrence: null };
    return { eventId, named, userId };
  };
  const answer = async (accepted: Accepted<Attendance>, call: Answering) => {
    const entryId = entryOrDateInPath(call);
    if (isRefusal(entryId)) return entryId;
    const state = await aggregates.load(entryDecider, entryStream(entryId));
    return answerEntry(context, { ...accepted, state }, call.actor.userId, datesNamed(call));
  };
  return {
    giveRsvp: onAttendance({
      id: (call) => streamIn(call, call.body.scope),
      command: (call, id) => {
        const { answer: given, guests, revision: seenRevision } = call.body;
        return { type: 'GiveRsvp', ...about(call, id), answer: given, guests, seenRevision };
      },
      answer: (accepted, call) => answer(accepted, call),
    }),
    takeRsvpBack: onAttendance({
      id: (call) => streamIn(call, call.query?.scope),
      command: (call, id) => ({ type: 'TakeRsvpBack', ...about(call, id) }),
      answer: (accepted, call) => answer(accepted, call),
    }),
  } satisfies Partial<Handlers<'command'>>;
};
