import type { AnsweredFor, RsvpAnswer } from '@quorum/contracts/entry/attendance.ts';
import { type RevisedDate, wasAsNow } from '@quorum/contracts/entry/dates-answers.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import type { Decider, Decision } from '../decider.ts';
import type { Entry } from '../entry/entry.ts';
import type { DataOf, DomainEvent } from '../event-catalogue.ts';
import type { EventOf, Position } from '../stored-event.ts';
import {
  type Attendance,
  isSameTimeAndPlace,
  isWaiting,
  keepsPlace,
  noAttendance,
  onDate,
  type Party,
  partyAfter,
  placeOf,
  sizeOf,
  unanswered,
  withParty,
} from './attendance.ts';

type Given = Pick<DataOf<'RsvpGiven'>, 'answer' | 'guests' | 'seated'>;

/** By a member, about the event, or the date of a series, as they saw it: at a revision, or as it is now. */
type Answering = {
  /** The identity of the stream. */
  readonly eventId: string;
  /** The date that they were looking at when they answered the series. */
  readonly named?: CalendarDate | null;
  readonly userId: string;
  readonly seenRevision?: number | undefined;
};

export type AnswerCommand =
  | (Answering & { readonly type: 'GiveRsvp'; readonly answer: RsvpAnswer; readonly guests: number })
  | (Answering & { readonly type: 'TakeRsvpBack' });

export type AttendanceCommand =
  | AnswerCommand
  /** The person left the group, lost the account, or has answered the whole series. @param given up to this position; absent for all. */
  | {
      readonly type: 'WithdrawRsvp';
      readonly userId: string;
      readonly reason: Exclude<DataOf<'RsvpWithdrawn'>['reason'], 'taken-back'>;
      readonly given?: Position;
    }
  /** Takes an answer over: from before the event repeated to its first date, or from the poll that the event was made of. */
  | { readonly type: 'CarryRsvp'; readonly userId: string; readonly party: Given }
  /** Gives free seats to the waitlist. */
  | { readonly type: 'PromoteWaiting' };

export type AttendanceFacts = {
  /** Milliseconds. */
  readonly now: number;
  /** The date, if the stream is that of one date of a series. */
  readonly occurrence: CalendarDate | null;
  /** The first date for which an answer counts, if the stream is that of a series. */
  readonly from?: CalendarDate | undefined;
  /** The other stream of a series: its own for a date, and for a series that of the date that was named. */
  readonly beside?: Attendance | undefined;
  /** Why nobody can answer: the event or the date is gone. */
  readonly refusal?: Refusal | undefined;
  /** For a date: its times, and the revisions at which its time and place were set. */
  readonly entry: Pick<
    Entry,
    'id' | 'groupId' | 'creatorId' | 'startsAt' | 'endsAt' | 'placeRevision' | 'seats' | 'guestsEach'
  > &
    Partial<RevisedDate>;
  /** The time and place that the person saw; of a series the date, and the revision of the entry. By default, as they are. */
  readonly seen?: AnsweredFor | undefined;
};

const identityOf = ({ entryId, occurrence, groupId, creatorId }: Attendance, userId: string) => ({
  entryId,
  occurrence,
  groupId,
  creatorId,
  userId,
});

const partyOf = ({ parties }: Attendance, userId: string): Party | undefined => {
  const party = parties.get(userId);
  return party?.answer === null ? undefined : party;
};

const hasStarted = ({ now, entry }: AttendanceFacts): boolean => now >= Date.parse(entry.startsAt);
const isOver = ({ now, entry }: AttendanceFacts): boolean => now >= Date.parse(entry.endsAt);

/** Below 0 if seats were taken away from an event that was full. */
const freeSeats = ({ going, guests }: Attendance, { seats }: Pick<Entry, 'seats'>): number =>
  seats === null ? Number.POSITIVE_INFINITY : seats - going - guests;

/**
 * Goes along the line, in the order of joining. A party that is too large keeps its place and is passed, because an empty seat helps
 * nobody. Nobody is promoted after the start.
 */
const promoteWaiting = (attendance: Attendance, facts: AttendanceFacts): readonly DomainEvent[] => {
  if (hasStarted(facts)) return [];
  const promoted: DomainEvent[] = [];
  let [free, waiting, passed] = [freeSeats(attendance, facts.entry), attendance.waiting, 0];
  for (const [userId, party] of attendance.parties) {
    if (free <= 0 || waiting === 0) break;
    if (!isWaiting(party)) continue;
    waiting -= 1;
    if (sizeOf(party) > free) {
      passed += 1;
      continue;
    }
    free -= sizeOf(party);
    promoted.push({ type: 'RsvpPromoted', data: { ...identityOf(attendance, userId), leaves: passed + 1 } });
  }
  return promoted;
};

const noRoom = (left: number): Refusal => {
  if (left <= 0) return refuse('rsvp/no-room', { text: 'No seats are left' });
  return refuse('rsvp/no-room', { text: left === 1 ? 'Only 1 seat is left' : `Only ${left} seats are left` });
};

type Wish = Omit<Given, 'seated'>;

/** Whether a party gets a seat. Somebody who has one keeps it, unless they ask for more guests than there is room for. */
const isSeated = (
  attendance: Attendance,
  before: Party | undefined,
  wish: Wish,
  facts: AttendanceFacts,
): boolean | Refusal => {
  if (wish.answer !== 'going') return false;
  const free = freeSeats(attendance, facts.entry);
  if (before?.seated === true) {
    const more = wish.guests - before.guests;
    return more <= 0 || more <= free ? true : noRoom(free);
  }
  if (sizeOf(wish) > free) return false;
  // After the start nobody on the waitlist is promoted, so a free seat is not given to a newcomer ahead of them either.
  return !hasStarted(facts) || attendance.waiting === 0;
};

/** By default, the event as it is. */
const seenIn = ({ seen, entry: { startsAt, endsAt, placeRevision } }: AttendanceFacts): AnsweredFor =>
  seen ?? { startsAt, endsAt, placeRevision };

const neverMoved = { timesRevision: 0, gaps: [] };

/** Whether an answer to a date was for what its person sees now, or for the date as it is. */
const isForDate = ({ placeRevision }: AnsweredFor, facts: AttendanceFacts): boolean =>
  placeRevision >= seenIn(facts).placeRevision || wasAsNow({ ...neverMoved, ...facts.entry }, placeRevision);

const isSame = (before: Party | undefined, { answer, guests }: Wish, facts: AttendanceFacts): boolean => {
  if (before?.answer !== answer || before.guests !== guests) return false;
  const { answeredFor } = before;
  if (answeredFor === null || isSameTimeAndPlace(answeredFor, seenIn(facts))) return true;
  const isOfDates = facts.from !== undefined || facts.occurrence !== null;
  return isOfDates && isForDate(answeredFor, facts);
};

/** The answer to the date that somebody is looking at, which may differ from that to the series. */
const onNamedDate = (attendance: Attendance, { from, beside }: AttendanceFacts): Attendance =>
  from === undefined || beside === undefined ? attendance : onDate(attendance, beside, beside.occurrence ?? from);

const isGivenAlready = (attendance: Attendance, userId: string, wish: Wish, facts: AttendanceFacts): boolean =>
  [attendance, onNamedDate(attendance, facts)].every((each) => isSame(each.parties.get(userId), wish, facts));

const refuseGuests = (before: Party | undefined, { answer, guests }: Wish, max: number): Refusal | undefined => {
  // Guests who were allowed before stay.
  if (answer !== 'going' || guests <= Math.max(max, before?.guests ?? 0)) return undefined;
  const text = max === 0 ? 'Guests are not allowed at this event' : `You can bring at most ${max}`;
  return refuse('request/invalid', { text });
};

/** The answer, and the seats it opens for the waitlist. */
const given = (
  attendance: Attendance,
  userId: string,
  { answer, guests, seated }: Given,
  facts: AttendanceFacts,
): readonly DomainEvent[] => {
  const party = { answer, guests, seated };
  const before = attendance.parties.get(userId);
  const isKept = keepsPlace(before, party);
  const leaves = isKept ? null : (placeOf(attendance, userId) ?? null);
  const data = { ...identityOf(attendance, userId), from: facts.from ?? null, ...party, leaves, ...seenIn(facts) };
  // A person who gives up a seat is not on the waitlist, so their place does not matter.
  const after = withParty(attendance, userId, {
    ...party,
    order: isKept ? before.order : END,
    at: END,
    answeredFor: null,
  });
  return [{ type: 'RsvpGiven', data }, ...promoteWaiting(after, facts)];
};

const refuseAnswer = (facts: AttendanceFacts): Refusal | undefined =>
  facts.refusal ?? (isOver(facts) ? refuse('rsvp/over') : undefined);

/** An answer to the whole series would take a seat on each date. */
const refuseAll = ({ from, entry: { seats } }: AttendanceFacts): Refusal | undefined =>
  from === undefined || seats === null
    ? undefined
    : refuse('request/invalid', { text: 'Seats are limited. Please answer each date by itself' });

const give = (attendance: Attendance, userId: string, wished: Wish, facts: AttendanceFacts): Decision => {
  const before = partyOf(attendance, userId);
  const wish: Wish = wished.answer === 'going' ? wished : { ...wished, guests: 0 };
  const refusal = refuseAnswer(facts) ?? refuseAll(facts) ?? refuseGuests(before, wish, facts.entry.guestsEach);
  if (refusal !== undefined) return refusal;
  if (isGivenAlready(attendance, userId, wish, facts)) return [];
  const seated = isSeated(attendance, before, wish, facts);
  return isRefusal(seated) ? seated : given(attendance, userId, { ...wish, seated }, facts);
};

/** After every position. */
const END = '\uffff';

const withdraw = (
  attendance: Attendance,
  userId: string,
  reason: DataOf<'RsvpWithdrawn'>['reason'],
  facts: AttendanceFacts,
): Decision => {
  const leaves = placeOf(attendance, userId) ?? null;
  const data = { ...identityOf(attendance, userId), from: facts.from ?? null, leaves, reason };
  return [{ type: 'RsvpWithdrawn', data }, ...promoteWaiting(withParty(attendance, userId, undefined), facts)];
};

const takeBack = (attendance: Attendance, userId: string, facts: AttendanceFacts): Decision => {
  const refusal = refuseAnswer(facts);
  if (refusal !== undefined) return refusal;
  // The creator is going without an answer, if there is a seat.
  if (userId === attendance.creatorId) return give(attendance, userId, { answer: 'going', guests: 0 }, facts);
  const isAnswered = partyOf(onNamedDate(attendance, facts), userId) !== undefined;
  return isAnswered ? withdraw(attendance, userId, 'taken-back', facts) : [];
};

/** Those that count: of a date also the answers to its series. */
const countedOf = (state: Attendance, { entry, occurrence, from, beside }: AttendanceFacts): Attendance => {
  const about = { ...entry, entryId: entry.id };
  if (from !== undefined) return state.isOfSeries ? state : unanswered({ ...about, occurrence: null, from });
  if (occurrence === null) return state.entryId === '' ? unanswered({ ...about, occurrence }) : state;
  const series = beside?.isOfSeries ? beside : unanswered({ ...about, occurrence: null, from: occurrence });
  return onDate(series, state, occurrence);
};

const isGivenUntil = (
  { parties }: Attendance,
  { userId, given: until = END }: Extract<AttendanceCommand, { type: 'WithdrawRsvp' }>,
): boolean => (parties.get(userId)?.at ?? END) <= until && parties.has(userId);

const decide = (command: AttendanceCommand, state: Attendance, facts: AttendanceFacts): Decision => {
  const attendance = countedOf(state, facts);
  switch (command.type) {
    case 'GiveRsvp':
      return give(attendance, command.userId, { answer: command.answer, guests: command.guests }, facts);
    case 'TakeRsvpBack':
      return takeBack(attendance, command.userId, facts);
    case 'CarryRsvp':
      // With the same seat or place on the waitlist. People who have answered since keep that answer.
      return (state.parties.get(command.userId)?.at ?? '') === ''
        ? given(attendance, command.userId, command.party, facts)
        : [];
    case 'WithdrawRsvp':
      // An answer to the series is withdrawn there.
      return isGivenUntil(facts.occurrence === null ? attendance : state, command)
        ? withdraw(attendance, command.userId, command.reason, facts)
        : [];
    case 'PromoteWaiting':
      return promoteWaiting(attendance, facts);
  }
};

type RsvpEvent = EventOf<'RsvpGiven' | 'RsvpPromoted' | 'RsvpWithdrawn'>;

/** Once an event repeats, people answer again, for all of its dates. */
const isBegun = ({ entryId, isOfSeries }: Attendance, { data }: RsvpEvent): boolean =>
  entryId !== '' && (isOfSeries || !('from' in data) || data.from === null);

export const attendanceDecider: Decider<AttendanceCommand, Attendance, AttendanceFacts> = {
  initial: noAttendance,
  decide,
  evolve: (state, event) => {
    if (event.type !== 'RsvpGiven' && event.type !== 'RsvpPromoted' && event.type !== 'RsvpWithdrawn') return state;
    const attendance = isBegun(state, event) ? state : { ...unanswered(event.data), before: state.parties };
    const { userId } = event.data;
    const party = partyAfter(attendance.parties.get(userId), event, attendance.creatorId);
    return { ...withParty(attendance, userId, party), revision: event.position };
  },
};
