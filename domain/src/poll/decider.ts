import { limits } from '@quorum/contracts/kernel/limits.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { optionIdOf } from '@quorum/contracts/poll/votes.ts';
import { instantOf, type WallClock, wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import type { Decider, Decision } from '../decider.ts';
import type { DataOf } from '../event-catalogue.ts';
import type { Position } from '../stored-event.ts';
import {
  dueAt,
  evolvePoll,
  isPast,
  isUndecided,
  isVotingOver,
  noPoll,
  type Option,
  optionOf,
  type Poll,
  votesFor,
} from './poll.ts';

type Identity = Pick<DataOf<'PollOpened'>, 'pollId' | 'groupId' | 'creatorId'>;
type Texts = { readonly name: string; readonly description: string; readonly location: string };

export type PollCommand =
  | {
      readonly type: 'OpenPoll';
      readonly poll: Identity & Texts & Pick<Poll, 'timeZone' | 'duration' | 'closesAt'>;
      /** In the poll's zone. */
      readonly times: readonly WallClock[];
    }
  /** Absent fields stay as they are. An option is named by its id, or by its time in the poll's zone. */
  | {
      readonly type: 'ChangePoll';
      readonly texts: Partial<Texts>;
      readonly options?: readonly ({ readonly id: string } | WallClock)[] | undefined;
      readonly closesAt?: string | null | undefined;
    }
  | { readonly type: 'CastVotes'; readonly userId: string; readonly votes: DataOf<'VotesCast'>['votes'] }
  /** @param given first given up to this position; absent for all. */
  | {
      readonly type: 'WithdrawVotes';
      readonly userId: string;
      readonly reason: DataOf<'VotesWithdrawn'>['reason'];
      readonly given?: Position;
    }
  /** @param entryId the entry to create, derived from the poll's id. */
  | { readonly type: 'DecidePoll'; readonly optionId: string; readonly entryId: string }
  | { readonly type: 'CancelPoll' }
  /** Ends a poll whose time has come. */
  | { readonly type: 'EndPoll' }
  /** With its message, its group or its creator. */
  | { readonly type: 'RemovePoll' };

export type PollFacts = {
  /** Milliseconds. */
  readonly now: number;
  /** Polls that the creator opened in the last day, and open ones of the group. Only one that opens, or opens again, needs them. */
  readonly openedRecently?: number;
  readonly open?: number;
};

type Command<T extends PollCommand['type']> = Extract<PollCommand, { readonly type: T }>;

const identityOf = ({ id: pollId, groupId, creatorId }: Poll): Identity => ({ pollId, groupId, creatorId });

const invalid = (text: string): Refusal => refuse('request/invalid', { text });

/** An instant with the wall clock of the zone. A skipped wall-clock time becomes the one that the clock shows instead. */
const optionAt = (time: WallClock, timeZone: string): Option => {
  const startsAt = instantOf({ ...time, timeZone });
  return { ...wallClockOf(startsAt, timeZone), startsAt };
};

const byStart = (a: Option, b: Option): number => (a.startsAt < b.startsAt ? -1 : 1);

const proposed = (options: readonly Option[]): readonly Option[] | Refusal => {
  if (new Set(options.map(({ startsAt }) => startsAt)).size < options.length)
    return invalid('Please propose each time once');
  if (options.length < limits.minPollOptions || options.length > limits.pollOptions)
    return invalid(`Please propose ${limits.minPollOptions} to ${limits.pollOptions} times`);
  return options.toSorted(byStart);
};

/** @param isNew it was not set before. */
const refuseDeadline = (
  closesAt: string | null,
  options: readonly Option[],
  now: number,
  isNew: boolean,
): Refusal | undefined => {
  if (closesAt === null) return undefined;
  if (isNew && Date.parse(closesAt) < now + limits.minPollVoting)
    return invalid('Voting must go on for at least 10 minutes');
  return closesAt < (options.at(-1)?.startsAt ?? '')
    ? undefined
    : invalid('Voting must end before the last time starts');
};

const refusePast = (options: readonly Option[], now: number): Refusal | undefined =>
  options.some(({ startsAt }) => Date.parse(startsAt) <= now)
    ? invalid('Please propose times in the future')
    : undefined;

const open = (
  { poll, times }: Command<'OpenPoll'>,
  { now, openedRecently = 0, open: running = 0 }: PollFacts,
): Decision => {
  if (openedRecently >= limits.newPollsPerDay) return refuse('poll/too-many-today');
  if (running >= limits.openPolls) return refuse('poll/too-many-open');
  const options = proposed(times.map((time) => optionAt(time, poll.timeZone)));
  if (isRefusal(options)) return options;
  const refusal = refusePast(options, now) ?? refuseDeadline(poll.closesAt, options, now, true);
  return refusal ?? [{ type: 'PollOpened', data: { ...poll, options: [...options] } }];
};

/** A decided or closed poll takes no further commands. */
const refuseOver = (poll: Poll, now: number): Refusal | undefined => {
  if (poll.state === 'decided') return refuse('poll/decided');
  return isUndecided(poll) && !isPast(poll, now) ? undefined : refuse('poll/closed');
};

/** The options that a change leads to; those that are added lie ahead. */
const optionsAfter = (poll: Poll, { options }: Command<'ChangePoll'>, now: number): readonly Option[] | Refusal => {
  if (options === undefined) return poll.options;
  const wanted: Option[] = [];
  for (const named of options) {
    const option = 'id' in named ? optionOf(poll, named.id) : optionAt(named, poll.timeZone);
    if (option === undefined) return refuse('poll/option-unknown');
    wanted.push(option);
  }
  const added = wanted.filter(({ startsAt }) => optionOf(poll, optionIdOf(startsAt)) === undefined);
  return refusePast(added, now) ?? proposed(wanted);
};

const FIELDS = ['name', 'description', 'location', 'options', 'closesAt'] as const;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** A poll whose voting is over needs a later deadline, or none. */
const refuseChange = (poll: Poll, { closesAt }: Command<'ChangePoll'>, now: number): Refusal | undefined => {
  const isMovedOn = closesAt === null || (closesAt !== undefined && Date.parse(closesAt) > now);
  return refuseOver(poll, now) ?? (isVotingOver(poll, now) && !isMovedOn ? refuse('poll/closed') : undefined);
};

const refuseReopening = ({ state }: Poll, { open: running = 0 }: PollFacts): Refusal | undefined =>
  state === 'closed' && running >= limits.openPolls ? refuse('poll/too-many-open') : undefined;

const change = (poll: Poll, command: Command<'ChangePoll'>, facts: PollFacts): Decision => {
  const { now } = facts;
  const refusal = refuseChange(poll, command, now) ?? refuseReopening(poll, facts);
  if (refusal !== undefined) return refusal;
  const options = optionsAfter(poll, command, now);
  if (isRefusal(options)) return options;
  const { closesAt = poll.closesAt, texts } = command;
  const { name, description, location, timeZone, duration } = { ...poll, ...texts };
  const after = { name, description, location, options: [...options], closesAt };
  const changed = FIELDS.filter((field) => !isSame(poll[field], after[field]));
  const tooEarly = refuseDeadline(closesAt, options, now, changed.includes('closesAt'));
  if (tooEarly !== undefined) return tooEarly;
  if (changed.length === 0) return [];
  const answered = votesFor(poll.votes, options).size;
  return [{ type: 'PollChanged', data: { ...identityOf(poll), changed, answered, ...after, timeZone, duration } }];
};

const castVotes = (poll: Poll, { userId, votes }: Command<'CastVotes'>, { now }: PollFacts): Decision => {
  if (isVotingOver(poll, now)) return refuse('poll/closed');
  const before = poll.votes.get(userId)?.votes ?? {};
  for (const optionId of Object.keys(votes)) {
    const option = optionOf(poll, optionId);
    if (option === undefined) return refuse('poll/option-unknown');
    if (Date.parse(option.startsAt) <= now) return refuse('poll/time-passed');
  }
  const differing = Object.fromEntries(
    Object.entries(votes).filter(([optionId, vote]) => (before[optionId] ?? null) !== vote),
  );
  if (Object.keys(differing).length === 0) return [];
  return [{ type: 'VotesCast', data: { ...identityOf(poll), userId, votes: differing } }];
};

/** Votes in a decided poll stay, until the account is deleted. */
const withdraw = (poll: Poll, { userId, reason, given }: Command<'WithdrawVotes'>): Decision => {
  const ballot = poll.votes.get(userId);
  const isMeant = ballot !== undefined && (given === undefined || ballot.order <= given);
  return isMeant && (reason === 'account-deleted' || isUndecided(poll))
    ? [{ type: 'VotesWithdrawn', data: { ...identityOf(poll), userId, reason } }]
    : [];
};

const close = (
  poll: Poll,
  reason: DataOf<'PollClosed'>['reason'],
  decision: Pick<DataOf<'PollClosed'>, 'optionId' | 'entryId'> = { optionId: null, entryId: null },
): Decision => [{ type: 'PollClosed', data: { ...identityOf(poll), reason, ...decision } }];

const decideOnTime = (poll: Poll, { optionId, entryId }: Command<'DecidePoll'>, { now }: PollFacts): Decision => {
  if (poll.state === 'decided') return refuse('poll/decided');
  if (!isUndecided(poll)) return refuse('poll/closed');
  const option = optionOf(poll, optionId);
  if (option === undefined) return refuse('poll/option-unknown');
  if (Date.parse(option.startsAt) <= now) return refuse('poll/time-passed');
  return close(poll, 'decided', { optionId, entryId });
};

const end = (poll: Poll, { now }: PollFacts): Decision => {
  const due = dueAt(poll);
  if (due === null || Date.parse(due) > now) return [];
  return close(poll, isPast(poll, now) ? 'expired' : 'deadline');
};

const decide = (command: PollCommand, poll: Poll, facts: PollFacts): Decision => {
  switch (command.type) {
    case 'OpenPoll':
      return poll.state === 'none' ? open(command, facts) : [];
    case 'ChangePoll':
      return change(poll, command, facts);
    case 'CastVotes':
      return castVotes(poll, command, facts);
    case 'WithdrawVotes':
      return withdraw(poll, command);
    case 'DecidePoll':
      return decideOnTime(poll, command, facts);
    case 'CancelPoll':
      return refuseOver(poll, facts.now) ?? close(poll, 'cancelled');
    case 'EndPoll':
      return end(poll, facts);
    case 'RemovePoll':
      return poll.state === 'none' || poll.state === 'removed' ? [] : close(poll, 'removed');
  }
};

export const pollDecider: Decider<PollCommand, Poll, PollFacts> = { initial: noPoll, decide, evolve: evolvePoll };
