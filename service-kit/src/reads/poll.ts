import { limits } from '@quorum/contracts/kernel/limits.ts';
import { optionIdOf, type Votes } from '@quorum/contracts/poll/votes.ts';
import type { OptionView, PollView, VoterView } from '@quorum/contracts/poll/wire.ts';
import { pollDecider } from '@quorum/domain/poll/decider.ts';
import { pollStream } from '@quorum/domain/poll/events.ts';
import { type Ballot, dueAt, NO_VOTES, type Poll, type Scores, scoresOf } from '@quorum/domain/poll/poll.ts';
import { type People, type personJoin, personView } from './account.ts';
import { collectionOf } from './collection.ts';
import { distinct, type JoinsOf, join } from './joins.ts';

/** A search for a time with its scores. `dueAt` is when it changes without a command. */
export type PollDocument = Omit<Poll, 'votes'> & {
  readonly scores: Scores;
  /** Members with votes. */
  readonly answered: number;
  readonly dueAt: string | null;
};

/** One member's votes. `order` sorts by the first vote. Id: {@link ballotId}. */
export type BallotDocument = Ballot & {
  readonly id: string;
  readonly pollId: string;
  readonly groupId: string;
  readonly creatorId: string;
  readonly userId: string;
};

export const pollCollections = {
  polls: collectionOf<PollDocument>(
    { group: 'groupId', person: 'creatorId' },
    ['groupId', 'state', 'createdAt'],
    ['groupId', 'createdAt'],
    ['creatorId', 'createdAt'],
    ['creatorId', 'endedAt'],
    ['state', 'dueAt'],
  ),
  /** Scores count them. */
  votes: collectionOf<BallotDocument>(
    { group: 'groupId', person: 'userId', isCounted: true },
    ['pollId', 'order'],
    ['userId', 'groupId'],
    ['groupId'],
    ['creatorId'],
  ),
};

export const ballotId = (pollId: string, userId: string): string => `${pollId}:${userId}`;

export const pollDocument = ({ votes, ...poll }: Poll): PollDocument => ({
  ...poll,
  scores: scoresOf({ votes }),
  answered: votes.size,
  dueAt: dueAt(poll),
});

/** Polls that can be seen: not those that were removed, or whose texts were erased. */
export const pollJoin = join(pollCollections, {
  collection: 'polls',
  stream: pollStream,
  fold: pollDecider,
  document: (poll) =>
    poll.state === 'none' || poll.state === 'removed' || poll.name === null ? undefined : pollDocument(poll),
});

/** The joins of a poll's view. */
export type PollJoins = JoinsOf<{ people: typeof personJoin }> & {
  /** The first to vote. */
  readonly firstVoters: (pollId: string, many: number) => Promise<readonly Pick<BallotDocument, 'userId' | 'votes'>[]>;
  readonly ownVotes: (pollId: string, userId: string) => Promise<Votes | undefined>;
};

export const optionViews = ({ options, scores }: PollDocument): readonly OptionView[] =>
  options.map((option) => {
    const id = optionIdOf(option.startsAt);
    return { id, ...option, ...NO_VOTES, ...scores[id] };
  });

export const voterView = ({ userId, votes }: Pick<BallotDocument, 'userId' | 'votes'>, people: People): VoterView => ({
  user: personView(userId, people.get(userId)),
  votes,
});

const shown = (poll: PollDocument): Omit<PollView, 'creator' | 'votes'> => ({
  _id: poll.id,
  groupId: poll.groupId,
  createdBy: poll.creatorId,
  name: poll.name ?? '',
  description: poll.description ?? '',
  location: poll.location ?? '',
  duration: poll.duration,
  timeZone: poll.timeZone,
  closesAt: poll.closesAt,
  state: poll.state as PollView['state'],
  ...(poll.endedAt !== null && { endedAt: poll.endedAt }),
  options: optionViews(poll),
  answered: poll.answered,
  ...(poll.optionId !== null && { optionId: poll.optionId }),
  ...(poll.entryId !== null && { eventId: poll.entryId }),
  revision: poll.revision,
});

/** Polls as clients see them: what was proposed, and who voted how. @param viewerId absent if many people see the same */
export const presentPolls = async (
  joins: PollJoins,
  polls: readonly PollDocument[],
  viewerId?: string,
): Promise<PollView[]> => {
  const voters = await Promise.all(polls.map(({ id }) => joins.firstVoters(id, limits.pollVoters)));
  const own =
    viewerId === undefined
      ? []
      : await Promise.all(polls.map(async ({ id }) => (await joins.ownVotes(id, viewerId)) ?? {}));
  const people = await joins.people(
    distinct([...polls.map(({ creatorId }) => creatorId), ...voters.flat().map(({ userId }) => userId)]),
  );
  return polls.map((poll, index) => ({
    ...shown(poll),
    creator: personView(poll.creatorId, people.get(poll.creatorId)),
    votes: (voters[index] ?? []).map((ballot) => voterView(ballot, people)),
    ...(own[index] && { mine: own[index] }),
  }));
};
