import { allowIf, type InGroup, leads, memberWith, type OnEvent } from '../kernel/permissions.ts';

export const limits = {
  /** Per account. */
  newPollsPerDay: 20,
  /** Per group. */
  openPolls: 10,
  minPollOptions: 2,
  pollOptions: 20,
  /** Milliseconds from now until voting may end at the earliest. */
  minPollVoting: 600_000,
  /** Members with votes in the view of a poll, and members on a page of its board. */
  pollVoters: 50,
} as const;

export const refusals = {
  'poll/not-found': [404, 'Poll not found'],
  'poll/closed': [409, 'Voting has ended'],
  'poll/decided': [409, 'A time was already chosen'],
  'poll/time-passed': [409, 'This time has passed'],
  'poll/option-unknown': [400, 'This time is not part of the poll'],
  'poll/too-many-today': [429, 'You can start up to 20 polls a day. Please try again later.'],
  'poll/too-many-open': [409, 'This group already has 10 open polls'],
  'poll/creator-may-not': [403, 'The person who started this poll can no longer create events here'],
} as const;

export type OnPoll = Omit<OnEvent, 'personal'>;

/** To outsiders it does not exist. Every member reads it and votes. */
const readPoll = ({ role }: OnPoll) => allowIf(role !== undefined, 'poll/not-found');

const cancelPoll = (facts: OnPoll) =>
  readPoll(facts) ?? allowIf(facts.actorId === facts.creatorId || leads(facts.role));

export const permissions = {
  readPoll,
  /** Only the creator, because the text is theirs. */
  changePoll: (facts: OnPoll) => readPoll(facts) ?? allowIf(facts.actorId === facts.creatorId),
  cancelPoll,
  /** The event belongs to the poll's creator, no matter who decides. */
  decidePoll: (facts: OnPoll & { readonly creator: InGroup }) =>
    cancelPoll(facts) ??
    allowIf(memberWith('allowMembersCreateEvents')(facts.creator) === undefined, 'poll/creator-may-not'),
} as const;
