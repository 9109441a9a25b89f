import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { InGroup } from '@quorum/contracts/kernel/permissions.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { OnPoll } from '@quorum/contracts/poll/rules.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import { DAY_MS } from '@quorum/contracts/time/instant.ts';
import { groupDecider } from '@quorum/domain/group/decider.ts';
import { groupStream } from '@quorum/domain/group/events.ts';
import { standing } from '@quorum/domain/group/group.ts';
import { type PollCommand, type PollFacts, pollDecider } from '@quorum/domain/poll/decider.ts';
import { pollStream } from '@quorum/domain/poll/events.ts';
import type { Poll } from '@quorum/domain/poll/poll.ts';
import { deterministicUuid } from '@quorum/service-kit/deterministic-uuid.ts';
import type { Actor, Handler, Handlers } from '@quorum/service-kit/http/call.ts';
import { personJoin } from '@quorum/service-kit/reads/account.ts';
import { joinsFrom } from '@quorum/service-kit/reads/joins.ts';
import { pollDocument, presentPolls } from '@quorum/service-kit/reads/poll.ts';
import { answerEntry } from '../entry/answer.ts';
import { cleaned, defined, withoutName } from '../entry/commands.ts';
import type { Accepted } from '../handling/aggregates.ts';
import { fromAggregates, only, refuseRepeat, respond } from '../handling/answer.ts';
import { metadataOf } from '../handling/command-metadata.ts';
import type { DecideContext } from '../handling/context.ts';
import { commandsOn, idInPath } from '../handling/row.ts';
import { scheduleDecided } from './schedule-decided.ts';

type Facts = OnPoll & InGroup & PollFacts & { readonly creator: InGroup };

/** Counted in the read models, so a burst may exceed a limit by the polls that have not reached them yet. */
const countPolls = async (
  { reads, clock }: DecideContext,
  { creatorId, groupId }: { readonly creatorId: string; readonly groupId: string },
): Promise<Pick<PollFacts, 'openedRecently' | 'open'>> => {
  const from = new Date(clock.now() - DAY_MS).toISOString();
  const [openedRecently, open] = await Promise.all([
    reads.active.count('polls', { where: { creatorId }, range: { field: 'createdAt', from } }, limits.newPollsPerDay),
    reads.active.count('polls', { where: { groupId, state: 'open' } }, limits.openPolls),
  ]);
  return { openedRecently, open };
};

/** A new poll, or one whose voting is over and may go on. */
const opens = ({ state }: Poll, { type }: PollCommand): boolean =>
  type === 'OpenPoll' || (type === 'ChangePoll' && state === 'closed');

const factsIn =
  (context: DecideContext) =>
  async (poll: Poll, command: PollCommand, actorId: string): Promise<Facts | Refusal> => {
    const isNew = command.type === 'OpenPoll';
    // A poll whose texts are erased goes with its creator.
    if (!isNew && (poll.state === 'none' || poll.state === 'removed' || poll.name === null))
      return refuse('poll/not-found');
    const { groupId, creatorId } = isNew ? command.poll : poll;
    const group = await context.aggregates.load(groupDecider, groupStream(groupId));
    const counted = opens(poll, command) ? await countPolls(context, { groupId, creatorId }) : {};
    const creator = standing(group, creatorId);
    return { ...standing(group, actorId), creatorId, creator, now: context.clock.now(), ...counted };
  };

/** The view of a poll for the sender of a command on it. */
const answerPoll = async (
  context: DecideContext,
  { state: poll, repeated }: Pick<Accepted<Poll>, 'state' | 'repeated'>,
  viewerId: string,
): Promise<{ readonly poll: PollView } | Refusal> => {
  const refusal = await refuseRepeat(context, { repeated }, poll.groupId, viewerId);
  if (refusal !== undefined) return refusal;
  const joins = {
    ...joinsFrom(fromAggregates(context), { people: personJoin }),
    firstVoters: async (_: string, many: number) =>
      [...poll.votes.take(many)].map(([userId, { votes }]) => ({ userId, votes })),
    ownVotes: async (_: string, userId: string) => poll.votes.get(userId)?.votes,
  };
  return { poll: only(await presentPolls(joins, [pollDocument(poll)], viewerId)) };
};

/** The event is scheduled at once. If that is cut off, a process manager does it. */
const decide =
  (context: DecideContext): Handler<'decidePoll'> =>
  async (call, permission) => {
    const { userId } = call.actor as Actor;
    const pollId = idInPath(call.params.id, 'poll/not-found');
    if (isRefusal(pollId)) return pollId;
    const { optionId } = call.body;
    const command = { type: 'DecidePoll', optionId, entryId: deterministicUuid(`entry of poll ${pollId}`) } as const;
    const decided = await context.aggregates.handle<PollCommand, Poll, PollFacts, Facts>({
      decider: pollDecider,
      stream: pollStream(pollId),
      command,
      metadata: metadataOf(call),
      permission,
      facts: (poll) => factsIn(context)(poll, command, userId),
    });
    if (isRefusal(decided)) return decided;
    const [decision] = decided.events.filter((event) => event.type === 'PollClosed');
    const scheduled = decision ? await scheduleDecided(context, decision) : refuse('poll/decided');
    return respond(scheduled, async (entry) => {
      const answer = await answerPoll(context, decided, userId);
      const event = await answerEntry(context, entry, userId);
      if (isRefusal(answer)) return answer;
      return isRefusal(event) ? event : { ...answer, ...event };
    });
  };

/** Commands on polls. */
export const pollCommands = (context: DecideContext) => {
  const onPoll = commandsOn(context.aggregates, {
    decider: pollDecider,
    stream: pollStream,
    missing: 'poll/not-found',
    facts: factsIn(context),
  });
  return {
    openPoll: onPoll({
      // A repeat of the command gets the same id.
      id: ({ commandId }) => deterministicUuid(`poll ${commandId}`),
      command: ({ body, actor: { userId: creatorId } }, pollId) => {
        const { options, ...proposal } = cleaned(body);
        if (proposal.name === '') return withoutName;
        return { type: 'OpenPoll', poll: { pollId, creatorId, ...proposal }, times: options };
      },
      answer: (accepted, { actor }) => answerPoll(context, accepted, actor.userId),
      expectNew: true,
    }),
    changePoll: onPoll({
      command: ({ body: { options, closesAt, ...given } }) => {
        const texts = defined(cleaned(given));
        return texts.name === '' ? withoutName : { type: 'ChangePoll', texts, options, closesAt };
      },
      answer: (accepted, { actor }) => answerPoll(context, accepted, actor.userId),
    }),
    vote: onPoll({
      command: ({ body: { votes }, actor: { userId } }) => ({ type: 'CastVotes', userId, votes }),
      answer: (accepted, { actor }) => answerPoll(context, accepted, actor.userId),
    }),
    decidePoll: decide(context),
    cancelPoll: onPoll({
      command: () => ({ type: 'CancelPoll' }),
      answer: (accepted, { actor }) => answerPoll(context, accepted, actor.userId),
    }),
  } satisfies Partial<Handlers<'command'>>;
};
