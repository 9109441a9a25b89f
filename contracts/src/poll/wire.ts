import { z } from 'zod';
import type { PersonView } from '../account/wire.ts';
import { type ChangedEvent, eventName } from '../entry/wire.ts';
import {
  calendarDate,
  durationMinutes,
  id,
  instant,
  optionalText,
  plainText,
  timeZone,
  wallTime,
} from '../kernel/fields.ts';
import { carries, type Frames, type OfGroup } from '../kernel/frame.ts';
import { limits } from '../kernel/limits.ts';
import { answers, type Route } from '../kernel/route.ts';
import { type PollState, type Scored, type Votes, votes } from './votes.ts';

/** A proposed time: an instant, and the wall clock of the poll's zone. */
export type OptionView = Scored & {
  readonly id: string;
  readonly date: string;
  readonly time: string;
  readonly no: number;
};

export type VoterView = { readonly user: PersonView; readonly votes: Votes };

/** A search for a time of an event. */
export type PollView = {
  readonly _id: string;
  readonly groupId: string;
  readonly createdBy: string;
  readonly creator: PersonView;
  readonly name: string;
  readonly description: string;
  readonly location: string;
  /** Minutes. */
  readonly duration: number;
  /** In which its times were meant. */
  readonly timeZone: string;
  /** UTC, ISO 8601; null without a deadline. */
  readonly closesAt: string | null;
  readonly state: PollState;
  /** When the voting ended by itself. */
  readonly endedAt?: string;
  /** By start. */
  readonly options: readonly OptionView[];
  /** Members with a vote. */
  readonly answered: number;
  /** The first 50 of them. */
  readonly votes: readonly VoterView[];
  /** The time that was chosen, and the event made of it. */
  readonly optionId?: string;
  readonly eventId?: string;
  /** The viewer's own votes. Only in answers to one person. */
  readonly mine?: Votes;
  /** A view with a greater revision is newer. Opaque, compares as a string. */
  readonly revision: string;
};

/** A page of the members of a group: those with votes first. */
export type VotersView = { readonly votes: readonly VoterView[]; readonly next: string | null };

const TIME = 'This time is not valid';
const times = { date: calendarDate, time: wallTime };

const MANY = `Please propose ${limits.minPollOptions} to ${limits.pollOptions} times`;

const some = <S extends z.ZodType>(option: S) =>
  z.array(option, { error: MANY }).min(limits.minPollOptions, MANY).max(limits.pollOptions, MANY);

const closesAt = instant('This deadline is not valid').nullable();

const optionId = plainText(20, TIME);

export const openPollBody = z.object({
  groupId: id,
  name: eventName,
  description: optionalText(limits.eventDescription).default(''),
  location: optionalText(limits.eventLocation).default(''),
  duration: durationMinutes,
  timeZone,
  options: some(z.object(times, { error: TIME })),
  closesAt: closesAt.default(null),
});

/** Options that stay are named by their ids, or by their times. */
export const changePollBody = z
  .object({
    name: eventName,
    description: optionalText(limits.eventDescription),
    location: optionalText(limits.eventLocation),
    options: some(z.union([z.object({ id: optionId }), z.object(times)], { error: TIME })),
    closesAt,
  })
  .partial()
  .refine((given) => Object.keys(given).length > 0, 'Nothing to change');

const VOTE = 'Please choose yes, if need be or no';

export const votesBody = z.object({
  /** Null takes a vote off. */
  votes: z
    .record(optionId, z.enum(votes, { error: VOTE }).nullable(), { error: VOTE })
    .refine((given) => Object.keys(given).length <= limits.pollOptions, 'There are not so many times'),
});

export const decideBody = z.object({ optionId });

export const pollsQuery = z.object({
  groupId: id,
  state: z.enum(['open', 'closed', 'decided', 'cancelled', 'expired'], { error: 'This state is not known' }).optional(),
});

export const votersQuery = z.object({ after: plainText(200, 'This page does not exist').optional() });

/** Finding a time for an event. */
export const pollRoutes = {
  openPoll: {
    method: 'POST',
    path: '/api/polls',
    service: 'command',
    pace: 'announce',
    permission: { access: 'profile', rule: 'createEvents' },
    body: openPollBody,
    answer: answers<{ poll: PollView }>(),
  },
  /** The newest first, at most 50. */
  polls: {
    method: 'GET',
    path: '/api/polls',
    service: 'query',
    permission: { access: 'profile', rule: 'readGroup' },
    query: pollsQuery,
    answer: answers<{ polls: readonly PollView[] }>(),
  },
  poll: {
    method: 'GET',
    path: '/api/polls/:id',
    service: 'query',
    permission: { access: 'profile', rule: 'readPoll' },
    answer: answers<{ poll: PollView }>(),
  },
  voters: {
    method: 'GET',
    path: '/api/polls/:id/votes',
    service: 'query',
    permission: { access: 'profile', rule: 'readPoll' },
    query: votersQuery,
    answer: answers<VotersView>(),
  },
  changePoll: {
    method: 'PUT',
    path: '/api/polls/:id',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'changePoll' },
    body: changePollBody,
    answer: answers<{ poll: PollView }>(),
  },
  vote: {
    method: 'PUT',
    path: '/api/polls/:id/votes',
    service: 'command',
    pace: 'change',
    permission: { access: 'profile', rule: 'readPoll' },
    body: votesBody,
    answer: answers<{ poll: PollView }>(),
  },
  /** Makes an event of a time. */
  decidePoll: {
    method: 'POST',
    path: '/api/polls/:id/decide',
    service: 'command',
    pace: 'announce',
    permission: { access: 'profile', rule: 'decidePoll' },
    body: decideBody,
    answer: answers<{ poll: PollView } & ChangedEvent>(),
  },
  cancelPoll: {
    method: 'POST',
    path: '/api/polls/:id/cancel',
    service: 'command',
    pace: 'once',
    permission: { access: 'profile', rule: 'cancelPoll' },
    answer: answers<{ poll: PollView }>(),
  },
} as const satisfies { readonly [name: string]: Route };

/** One member's votes, and how many voted how. `voter` has no votes once they are all taken back. */
type Voted = OfGroup & {
  readonly pollId: string;
  readonly voter: VoterView;
  readonly options: readonly OptionView[];
  readonly answered: number;
  readonly revision: string;
};

export const pollFrames = {
  pollUpdated: { of: ['poll'], audience: 'group', payload: carries<OfGroup & { readonly poll: PollView }>() },
  pollVoted: { of: ['votes'], audience: 'group', payload: carries<Voted>() },
  pollDeleted: { of: [], audience: 'group', payload: carries<OfGroup & { readonly pollId: string }>() },
} as const satisfies Frames;
