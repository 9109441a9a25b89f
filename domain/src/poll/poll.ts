import { optionIdOf, type PollState, type Vote, type Votes } from '@quorum/contracts/poll/votes.ts';
import { OrderedMap } from 'immutable';
import type { DataOf } from '../event-catalogue.ts';
import type { Position, StoredEvent } from '../stored-event.ts';

type Proposal = Omit<DataOf<'PollOpened'>, 'pollId'>;

/** A search for a time, with the votes. */
export type Poll = Proposal & {
  /** `removed`: by moderation, or with its group. */
  readonly state: 'none' | PollState | 'removed';
  readonly id: string;
  readonly createdAt: string;
  /** By person, in the order of their first votes. */
  readonly votes: OrderedMap<string, Ballot>;
  /** Set by a decision. */
  readonly optionId: string | null;
  readonly entryId: string | null;
  /** When the voting ended by itself; null while it goes on. */
  readonly endedAt: string | null;
  /** Position of the last event. */
  readonly revision: Position;
};

/** A person's votes. `order` is the position of the first one. */
export type Ballot = { readonly votes: Votes; readonly order: Position };

export type Option = Proposal['options'][number];

export const noPoll: Poll = {
  state: 'none',
  id: '',
  groupId: '',
  creatorId: '',
  name: null,
  description: null,
  location: null,
  options: [],
  timeZone: '',
  duration: 0,
  closesAt: null,
  createdAt: '',
  votes: OrderedMap(),
  optionId: null,
  entryId: null,
  endedAt: null,
  revision: '',
};

/** Voting goes on, or a decision may still be made. */
export const isUndecided = ({ state }: Pick<Poll, 'state'>): boolean => state === 'open' || state === 'closed';

/** Whether all proposed times have passed. @param now milliseconds */
export const isPast = ({ options }: Pick<Poll, 'options'>, now: number): boolean =>
  options.every(({ startsAt }) => Date.parse(startsAt) <= now);

/** Whether voting is over, recorded or not. */
export const isVotingOver = (poll: Pick<Poll, 'state' | 'closesAt' | 'options'>, now: number): boolean =>
  poll.state !== 'open' || (poll.closesAt !== null && Date.parse(poll.closesAt) <= now) || isPast(poll, now);

/** The next instant at which the poll changes without a command; null if there is none. */
export const dueAt = ({ state, closesAt, options }: Pick<Poll, 'state' | 'closesAt' | 'options'>): string | null => {
  if (!isUndecided({ state })) return null;
  return (state === 'open' ? closesAt : null) ?? options.at(-1)?.startsAt ?? null;
};

export const optionOf = ({ options }: Pick<Poll, 'options'>, optionId: string): Option | undefined =>
  options.find(({ startsAt }) => optionIdOf(startsAt) === optionId);

/** Without the votes that are null now. */
export const mergedVotes = (before: Votes, given: DataOf<'VotesCast'>['votes']): Votes =>
  Object.fromEntries(
    Object.entries({ ...before, ...given }).filter((entry): entry is [string, Vote] => entry[1] !== null),
  );

/** Without the scores or votes of times that are no longer proposed. */
export const ofOptions = <T>(byOption: { readonly [optionId: string]: T }, options: readonly Option[]) => {
  const known = new Set(options.map(({ startsAt }) => optionIdOf(startsAt)));
  return Object.fromEntries(Object.entries(byOption).filter(([optionId]) => known.has(optionId)));
};

/** How many voted how, by option. */
export type Scores = { readonly [optionId: string]: { readonly [V in Vote]: number } };

export const NO_VOTES = { yes: 0, ifneedbe: 0, no: 0 };

/** Scores after a person's votes changed. */
export const rescored = (scores: Scores, before: Votes, after: Votes): Scores => {
  const next: Record<string, Scores[string]> = { ...scores };
  const count = (votes: Votes, by: 1 | -1): void => {
    for (const [optionId, vote] of Object.entries(votes)) {
      const score = next[optionId] ?? NO_VOTES;
      next[optionId] = { ...score, [vote]: score[vote] + by };
    }
  };
  count(before, -1);
  count(after, 1);
  return next;
};

/** Scores of all votes. */
export const scoresOf = ({ votes }: Pick<Poll, 'votes'>): Scores =>
  votes.reduce<Scores>((scores, ballot) => rescored(scores, {}, ballot.votes), {});

const withBallot = (poll: Poll, userId: string, votes: Votes, at: Position): Poll => {
  const order = poll.votes.get(userId)?.order ?? at;
  const isEmpty = Object.keys(votes).length === 0;
  return { ...poll, votes: isEmpty ? poll.votes.delete(userId) : poll.votes.set(userId, { votes, order }) };
};

/** Somebody who voted for none of the times has no vote. */
export const votesFor = (votes: Poll['votes'], options: readonly Option[]): Poll['votes'] =>
  votes
    .map((ballot) => ({ ...ballot, votes: ofOptions(ballot.votes, options) }))
    .filter((ballot) => Object.keys(ballot.votes).length > 0);

const STATES = {
  decided: 'decided',
  deadline: 'closed',
  cancelled: 'cancelled',
  expired: 'expired',
  removed: 'removed',
} as const;

/** The state of a poll after it was closed. The voting ends by itself once. */
export const closing = (
  { endedAt }: Pick<Poll, 'endedAt'>,
  { data, recordedAt }: Extract<StoredEvent, { type: 'PollClosed' }>,
) => {
  const { reason, optionId, entryId } = data;
  const isByItself = reason === 'deadline' || reason === 'expired';
  return { state: STATES[reason], optionId, entryId, endedAt: endedAt ?? (isByItself ? recordedAt : null) };
};

/** The state of a poll after its proposal changed: open, because a deadline that had passed was moved on. */
export const changing = ({ pollId: id, changed: _, answered: __, ...proposal }: DataOf<'PollChanged'>) => ({
  id,
  ...proposal,
  state: 'open' as const,
  endedAt: null,
});

export const evolvePoll = (poll: Poll, event: StoredEvent): Poll => {
  const { position: revision } = event;
  switch (event.type) {
    case 'PollOpened': {
      const { pollId: id, ...proposal } = event.data;
      return { ...noPoll, id, ...proposal, state: 'open', createdAt: event.recordedAt, revision };
    }
    case 'PollChanged': {
      const next = { ...poll, ...changing(event.data), revision };
      return { ...next, votes: votesFor(poll.votes, next.options) };
    }
    case 'VotesCast': {
      const { userId, votes } = event.data;
      const before = poll.votes.get(userId)?.votes ?? {};
      return { ...withBallot(poll, userId, mergedVotes(before, votes), revision), revision };
    }
    case 'VotesWithdrawn':
      return { ...poll, votes: poll.votes.delete(event.data.userId), revision };
    case 'PollClosed':
      return { ...poll, ...closing(poll, event), revision };
    default:
      return poll;
  }
};
