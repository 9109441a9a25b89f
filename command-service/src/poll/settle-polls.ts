import type { RsvpAnswer } from '@quorum/contracts/entry/attendance.ts';
import { isRefusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Vote } from '@quorum/contracts/poll/votes.ts';
import { attendanceDecider } from '@quorum/domain/attendance/decider.ts';
import { attendanceStream } from '@quorum/domain/attendance/events.ts';
import { entryDecider } from '@quorum/domain/entry/decider.ts';
import { entryStream } from '@quorum/domain/entry/events.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { type PollCommand, pollDecider } from '@quorum/domain/poll/decider.ts';
import { pollStream } from '@quorum/domain/poll/events.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import { type PagedQuery, pagesOf } from '@quorum/service-kit/reads/pages.ts';
import { attendanceFacts } from '../attendance/facts.ts';
import type { Context } from '../handling/context.ts';
import { causedBy, processManager, unlessBusy, waitUntilRead } from '../process-managers/process-manager.ts';
import { scheduleDecided } from './schedule-decided.ts';

const NAME = 'settle-polls';

const PAGE_SIZE = 200;

/** Posts a poll in the chat of its group, as a message with the poll's own id. */
const announce = async ({ aggregates }: Context, event: EventOf<'PollOpened'>): Promise<void> => {
  const { pollId, groupId, creatorId } = event.data;
  const nothing = { text: '', replyTo: null, file: null, fileName: null };
  const message = { messageId: pollId, groupId, senderId: creatorId, kind: 'poll' as const, ...nothing };
  const handled = await aggregates.handle({
    decider: messageDecider,
    stream: messageStream(pollId),
    command: { type: 'PostMessage', message },
    metadata: causedBy(NAME, event),
    facts: () => ({ actorId: creatorId }),
    expectNew: true,
  });
  unlessBusy(handled);
};

const answers: { readonly [V in Vote]: RsvpAnswer } = { yes: 'going', ifneedbe: 'maybe', no: 'cant' };

/** Who answered the event itself before keeps that answer. */
const carryVote = async (
  context: Context,
  event: EventOf<'PollClosed'>,
  { entryId, userId, vote }: { readonly entryId: string; readonly userId: string; readonly vote: Vote },
): Promise<void> => {
  const { aggregates } = context;
  const handled = await aggregates.handle({
    decider: attendanceDecider,
    stream: attendanceStream(entryId),
    command: { type: 'CarryRsvp', userId, party: { answer: answers[vote], guests: 0, seated: vote === 'yes' } },
    metadata: causedBy(NAME, event, userId),
    facts: async () => {
      const entry = await aggregates.load(entryDecider, entryStream(entryId));
      if (entry.status !== 'scheduled') return refuse('event/not-found');
      return attendanceFacts(context, entry, { entryId, occurrence: null });
    },
  });
  unlessBusy(handled);
};

/** Makes the event of a decided poll, and answers of the votes for its time. */
const complete = async (context: Context, event: EventOf<'PollClosed'>): Promise<void> => {
  const { pollId, groupId, reason, optionId, entryId } = event.data;
  if (reason !== 'decided' || optionId === null || entryId === null) return;
  if (isRefusal(await scheduleDecided(context, event))) return;
  const { votes } = await context.aggregates.load(pollDecider, pollStream(pollId));
  const { members } = await context.aggregates.load(groupDecider, groupStream(groupId));
  for (const [userId, ballot] of votes) {
    const vote = ballot.votes[optionId];
    if (vote !== undefined && members.has(userId)) await carryVote(context, event, { entryId, userId, vote });
  }
};

type Withdrawal = Extract<PollCommand, { type: 'WithdrawVotes' }>;

const settle = async (
  { aggregates, clock }: Context,
  pollId: string,
  command: Withdrawal,
  event: StoredEvent,
): Promise<void> => {
  const handled = await aggregates.handle({
    decider: pollDecider,
    stream: pollStream(pollId),
    command,
    metadata: causedBy(NAME, event, pollId),
    facts: () => ({ now: clock.now() }),
  });
  unlessBusy(handled);
};

const withdrawAll = async (
  context: Context,
  where: PagedQuery['where'],
  command: Withdrawal,
  event: StoredEvent,
): Promise<void> => {
  await waitUntilRead(context, event.position);
  for await (const page of pagesOf(context.reads.active, 'votes', { where }, PAGE_SIZE))
    for (const { pollId } of page) await settle(context, pollId, command, event);
};

/** Somebody who comes back starts without votes, so those given since are not touched when this runs again. */
const leave = (context: Context, event: EventOf<'MemberLeft' | 'MemberRemoved'>): Promise<void> => {
  const { groupId, userId } = event.data;
  const left = { type: 'WithdrawVotes', userId, reason: 'left', given: event.position } as const;
  return withdrawAll(context, { userId, groupId }, left, event);
};

/** Votes in decided polls go, too. */
const forget = (context: Context, event: EventOf<'AccountDeleted'>): Promise<void> => {
  const { userId } = event.data;
  return withdrawAll(context, { userId }, { type: 'WithdrawVotes', userId, reason: 'account-deleted' }, event);
};

/** Votes may have been cast just before their person left. */
const check = async (context: Context, event: EventOf<'VotesCast'>): Promise<void> => {
  const { pollId, groupId, userId } = event.data;
  const { members } = await context.aggregates.load(groupDecider, groupStream(groupId));
  if (!members.has(userId)) await settle(context, pollId, { type: 'WithdrawVotes', userId, reason: 'left' }, event);
};

/** Announces polls, carries decisions out, and keeps votes true to the members. */
export const settlePolls = processManager(NAME, {
  PollOpened: announce,
  PollClosed: complete,
  VotesCast: check,
  MemberLeft: leave,
  MemberRemoved: leave,
  AccountDeleted: forget,
});
