import type { Votes } from '@quorum/contracts/poll/votes.ts';
import type { PollView, VotersView, VoterView } from '@quorum/contracts/poll/wire.ts';
import type { PayloadOf } from '@quorum/contracts/socket.ts';
import type { Patches } from '../api/live-updates.ts';

type Voted = PayloadOf<'pollVoted'>;

/** Votes for times that are still proposed. */
const ofOptions = (votes: Votes, { options }: Pick<PollView, 'options'>): Votes =>
  Object.fromEntries(Object.entries(votes).filter(([optionId]) => options.some(({ id }) => id === optionId)));

/** The newer of two views. One that many people see says nothing of the viewer's own votes, which stay. */
const newer = (known: PollView, next: PollView): PollView => {
  if (next._id !== known._id || next.revision <= known.revision) return known;
  return next.mine || !known.mine ? next : { ...next, mine: ofOptions(known.mine, next) };
};

const hasVotes = ({ votes }: VoterView): boolean => Object.keys(votes).length > 0;

/** In place, else at the end. */
const withVoter = (voters: readonly VoterView[], voter: VoterView): readonly VoterView[] => {
  const isKnown = voters.some(({ user }) => user._id === voter.user._id);
  const all = isKnown ? voters.map((known) => (known.user._id === voter.user._id ? voter : known)) : [...voters, voter];
  return all.filter(hasVotes);
};

const withVotes = (poll: PollView, voted: Voted, userId: string | undefined): PollView => {
  if (voted.pollId !== poll._id || voted.revision <= poll.revision) return poll;
  const { voter, options, answered, revision } = voted;
  const isOwn = voter.user._id === userId;
  return {
    ...poll,
    options,
    answered,
    revision,
    votes: withVoter(poll.votes, voter),
    ...(isOwn && { mine: voter.votes }),
  };
};

export const pollPatches: Patches<PollView, unknown> = {
  pollUpdated: (known, { poll }) => newer(known, poll),
  pollVoted: (known, voted, { userId }) => withVotes(known, voted, userId),
};

export type VotersArgs = { readonly pollId: string; readonly groupId: string; readonly after?: string };

export const isOnPage = ({ votes }: VotersView, { voter }: Voted): boolean =>
  votes.some(({ user }) => user._id === voter.user._id);

/** A member's votes change in their row, which stays where it is. */
export const votersPatches: Patches<VotersView, VotersArgs> = {
  pollVoted: (page, voted, { arg }) => {
    if (voted.pollId !== arg.pollId || !isOnPage(page, voted)) return page;
    const { voter } = voted;
    return { ...page, votes: page.votes.map((known) => (known.user._id === voter.user._id ? voter : known)) };
  },
  memberLeft: (page, { userId }) => {
    const votes = page.votes.filter(({ user }) => user._id !== userId);
    return votes.length === page.votes.length ? page : { ...page, votes };
  },
};
