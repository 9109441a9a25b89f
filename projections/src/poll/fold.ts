import type { Votes } from '@quorum/contracts/poll/votes.ts';
import {
  changing,
  closing,
  dueAt,
  evolvePoll,
  mergedVotes,
  noPoll,
  ofOptions,
  rescored,
} from '@quorum/domain/poll/poll.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import { type BallotDocument, ballotId, type PollDocument, pollDocument } from '@quorum/service-kit/reads/poll.ts';
import { type Rules, type ThinChange, toGroup } from '../audience.ts';
import { messageUpdated } from '../message/fold.ts';
import {
  change,
  changeWhere,
  fold,
  model,
  onErasure,
  put,
  type Reader,
  type Ref,
  removeWhere,
  type Step,
} from '../model.ts';

type OfPoll = { readonly data: { readonly pollId: string; readonly groupId: string } };

type Voted = EventOf<'VotesCast' | 'VotesWithdrawn'>;

const pollUpdated = ({ data: { pollId, groupId } }: OfPoll): ThinChange => toGroup('pollUpdated', groupId, { pollId });

const pollVoted = ({ data: { pollId, groupId, userId } }: Voted): readonly ThinChange[] => [
  toGroup('pollVoted', groupId, { pollId, userId }),
];

/** Audiences of its events. The message of a poll shows its name. */
export const pollChanges = {
  PollOpened: (event) => [pollUpdated(event)],
  PollChanged: (event) => [pollUpdated(event), messageUpdated(event.data.groupId, event.data.pollId)],
  VotesCast: pollVoted,
  VotesWithdrawn: pollVoted,
  PollClosed: (event) => {
    const { pollId, groupId, reason } = event.data;
    return [reason === 'removed' ? toGroup('pollDeleted', groupId, { pollId }) : pollUpdated(event)];
  },
} satisfies Rules;

const pollId = ({ data }: OfPoll): string => data.pollId;
const ownId = ({ data }: Voted): string => ballotId(data.pollId, data.userId);

const reads = (event: Voted): readonly Ref[] => [
  { collection: 'polls', id: event.data.pollId },
  { collection: 'votes', id: ownId(event) },
];

const votesAfter = (event: Voted, before: Votes): Votes =>
  event.type === 'VotesCast' ? mergedVotes(before, event.data.votes) : {};

const isEmpty = (votes: Votes): boolean => Object.keys(votes).length === 0;

/** The change in the number of members with votes. */
const voterChange = (before: Votes, after: Votes): number => Number(isEmpty(before)) - Number(isEmpty(after));

const score: Step<Voted> = fold(
  'polls',
  pollId,
  (poll, event: Voted, read: Reader) => {
    if (poll === undefined) return null;
    const before = read('votes', ownId(event))?.votes ?? {};
    const after = votesAfter(event, before);
    return {
      ...poll,
      scores: rescored(poll.scores, before, after),
      answered: poll.answered + voterChange(before, after),
      revision: event.position,
    };
  },
  reads,
);

const list: Step<Voted> = fold(
  'votes',
  ownId,
  (ballot, event: Voted, read: Reader): BallotDocument | null => {
    const votes = votesAfter(event, ballot?.votes ?? {});
    // A removed poll gets none, so that none of its data is stored again.
    if (isEmpty(votes) || read('polls', pollId(event)) === undefined) return null;
    const { groupId, creatorId, userId } = event.data;
    const { order } = ballot ?? { order: event.position };
    return { id: ownId(event), pollId: pollId(event), groupId, creatorId, userId, votes, order };
  },
  reads,
);

const changed = (poll: PollDocument, { data, position }: EventOf<'PollChanged'>): PollDocument => {
  const next = { ...poll, ...changing(data), answered: data.answered, revision: position };
  return { ...next, scores: ofOptions(poll.scores, next.options), dueAt: dueAt(next) };
};

export const polls = model({
  name: 'polls',
  version: 1,
  collections: ['polls', 'votes'],
  on: {
    PollOpened: [put('polls', (event) => pollDocument(evolvePoll(noPoll, event)))],
    PollChanged: [
      change('polls', pollId, changed),
      changeWhere(
        'votes',
        ({ data }) => ({ pollId: data.pollId }),
        (ballot, { data }) => {
          const votes = ofOptions(ballot.votes, data.options);
          return isEmpty(votes) ? null : { ...ballot, votes };
        },
      ),
    ],
    VotesCast: [score, list],
    VotesWithdrawn: [score, list],
    PollClosed: [
      change('polls', pollId, (poll, event) => {
        if (event.data.reason === 'removed') return null;
        const next = { ...poll, ...closing(poll, event), revision: event.position };
        return { ...next, dueAt: dueAt(next) };
      }),
    ],
    ...onErasure(removeWhere('votes', ({ data }) => ({ creatorId: data.userId }))),
  },
});
