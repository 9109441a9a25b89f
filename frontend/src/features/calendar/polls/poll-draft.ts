import { limits } from '@quorum/contracts/kernel/limits.ts';
import { optionIdOf } from '@quorum/contracts/poll/votes.ts';
import type { OptionView, PollView } from '@quorum/contracts/poll/wire.ts';
import type { BodyInputOf } from '@quorum/contracts/routes.ts';
import { DAY_MS, isoInstant } from '@quorum/contracts/time/instant.ts';
import { instantMs, instantOf, parseTime, type WallClock, wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import { parseEventText } from '../event-text/parse-event-text.ts';
import { type DurationText, durationOf, durationText } from '../when/duration-fields.tsx';
import { checkWhen, defaultWhen, timeOf, type When, whenOf } from '../when/when.ts';

export const DEADLINES = [
  { value: 'none', label: 'No deadline' },
  { value: 'day', label: 'In a day' },
  { value: '3days', label: 'In 3 days' },
  { value: 'week', label: 'In a week' },
  { value: 'other', label: 'Other' },
] as const;

export type Deadline = (typeof DEADLINES)[number]['value'];

const DAYS: { readonly [D in Deadline]?: number } = { day: 1, '3days': 3, week: 7 };

/** Everything entered in the form. */
export type PollDraft = {
  readonly name: string;
  readonly description: string;
  readonly location: string;
  readonly length: DurationText;
  /** The time that is being picked. */
  readonly when: When;
  /** The proposed times as instants, by start. */
  readonly starts: readonly string[];
  readonly deadline: Deadline;
  /** The end of voting by choice, on the viewer's clock. */
  readonly until: WallClock;
};

const DEFAULT_MINUTES = 60;

export const newDraft = (now: number, timeZone: string): PollDraft => ({
  name: '',
  description: '',
  location: '',
  length: durationText(DEFAULT_MINUTES),
  when: defaultWhen(now, timeZone),
  starts: [],
  deadline: 'none',
  until: { date: '', time: '' },
});

export const draftOf = (poll: PollView, now: number, timeZone: string): PollDraft => ({
  ...newDraft(now, timeZone),
  name: poll.name,
  description: poll.description,
  location: poll.location,
  length: durationText(poll.duration),
  starts: poll.options.map(({ startsAt }) => startsAt),
  deadline: poll.closesAt === null ? 'none' : 'other',
  until: poll.closesAt === null ? { date: '', time: '' } : wallClockOf(poll.closesAt, timeZone),
});

export const withStart = (draft: PollDraft, startsAt: string): PollDraft =>
  draft.starts.includes(startsAt) ? draft : { ...draft, starts: [...draft.starts, startsAt].sort() };

export const withoutStart = (draft: PollDraft, startsAt: string): PollDraft => ({
  ...draft,
  starts: draft.starts.filter((start) => start !== startsAt),
});

/** The instant of the time that is being picked, if it can be proposed. */
export const startOfPick = ({ when, starts }: PollDraft, now: number, timeZone: string): string | undefined => {
  const time = timeOf(when);
  if (time === undefined || !checkWhen(when, now, timeZone).ok || starts.length >= limits.pollOptions) return undefined;
  return instantOf({ date: when.date, time, timeZone });
};

/** A time that the name says, and the draft with it. Undefined for a name that says no time, or one that has passed. */
export const readName = (draft: PollDraft, now: number, timeZone: string) => {
  const found = parseEventText(draft.name, { ...wallClockOf(now, timeZone), timeZone }, []);
  const { date, time } = found ?? {};
  if (found === undefined || date === undefined || time === undefined) return undefined;
  const when = whenOf({ date, time });
  const startsAt = startOfPick({ ...draft, when }, now, timeZone);
  if (startsAt === undefined) return undefined;
  const { name, duration, place } = found;
  const read = {
    ...draft,
    name,
    when,
    ...(duration !== undefined && { length: durationText(duration) }),
    ...(place !== '' && { location: place }),
  };
  return { startsAt, draft: withStart(read, startsAt) };
};

const closesAtOf = ({ deadline, until }: PollDraft, now: number, timeZone: string): string | null | undefined => {
  const days = DAYS[deadline];
  if (days !== undefined) return isoInstant(now + days * DAY_MS);
  if (deadline === 'none') return null;
  if (until.date === '' || parseTime(until.time) === undefined) return undefined;
  return isoInstant(instantMs({ ...until, timeZone }));
};

/** A deadline that was not touched stays as it was to the millisecond. */
const isSameMinute = (a: string | null, b: string | null): boolean =>
  a === b || (a !== null && b !== null && optionIdOf(a) === optionIdOf(b));

export type Entered =
  | {
      readonly texts: Pick<PollDraft, 'name' | 'description' | 'location'>;
      readonly closesAt: string | null;
      readonly duration: number;
    }
  | { readonly error: string };

/** The poll that the draft describes, or the first thing missing. */
export const entered = (draft: PollDraft, now: number, timeZone: string): Entered => {
  const [name, duration] = [draft.name.trim(), durationOf(draft.length)];
  if (name === '') return { error: 'Event name is required' };
  if (duration === undefined) return { error: 'Please choose a duration' };
  if (draft.starts.length < limits.minPollOptions) return { error: 'Please propose at least two times' };
  const closesAt = closesAtOf(draft, now, timeZone);
  if (closesAt === undefined) return { error: 'Please say when voting ends' };
  const texts = { name, description: draft.description.trim(), location: draft.location.trim() };
  return { texts, closesAt, duration };
};

type Whole = Exclude<Entered, { readonly error: string }>;

export const openBody = (
  { texts, closesAt, duration }: Whole,
  { starts }: PollDraft,
  groupId: string,
  timeZone: string,
): BodyInputOf<'openPoll'> => ({
  ...texts,
  groupId,
  duration,
  timeZone,
  closesAt,
  options: starts.map((start) => wallClockOf(start, timeZone)),
});

/** Times that stay are named by their ids, new ones in the zone of the poll. */
export const changeBody = (
  { texts, closesAt }: Whole,
  { starts }: PollDraft,
  poll: PollView,
): BodyInputOf<'changePoll'> => {
  const known = new Map(poll.options.map(({ startsAt, id }) => [startsAt, id]));
  const options = starts.map((start) => {
    const id = known.get(start);
    return id === undefined ? wallClockOf(start, poll.timeZone) : { id };
  });
  return { ...texts, options, ...(!isSameMinute(closesAt, poll.closesAt) && { closesAt }) };
};

/** How many voted for a time. */
export const votersOf = ({ yes, ifneedbe, no }: OptionView): number => yes + ifneedbe + no;
