import type { AnsweredFor, RsvpAnswer } from '@quorum/contracts/entry/attendance.ts';
import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Decider, Decision } from '../decider.ts';
import type { Entry } from '../entry/decider.ts';
import type { DataOf, DomainEvent } from '../event-catalogue.ts';
import type { Position } from '../stored-event.ts';
import {
  type Attendance,
  isSameTimeAndPlace,
  isWaiting,
  keepsPlace,
  noAttendance,
  type Party,
  partyAfter,
  placeOf,
  sizeOf,
  unanswered,
  withParty,
} from './attendance.ts';

/** By a member, about the event as they saw it: at a revision, or as it is now. */
type Answering = { readonly entryId: string; readonly userId: string; readonly seenRevision?: number | undefined };

export type AnswerCommand =
  | (Answering & { readonly type: 'GiveRsvp'; readonly answer: RsvpAnswer; readonly guests: number })
  | (Answering & { readonly type: 'TakeRsvpBack' });

export type AttendanceCommand =
  | AnswerCommand
  /** The person left the group or lost the account. @param given up to this position; absent for all. */
  | {
      readonly type: 'WithdrawRsvp';
      readonly userId: string;
      readonly reason: 'left' | 'account-deleted';
      readonly given?: Position;
    }
  /** Gives free seats to those in line. */
  | { readonly type: 'WalkLine' };

export type AttendanceFacts = {
  /** Milliseconds. */
  readonly now: number;
  readonly occurrence: string | null;
  readonly entry: Pick<
    Entry,
    'id' | 'groupId' | 'creatorId' | 'startsAt' | 'endsAt' | 'placeRevision' | 'seats' | 'guestsEach'
  >;
  /** The time and place that the person saw. */
  readonly seen?: AnsweredFor;
};

const identityOf = ({ entryId, occurrence, groupId, creatorId }: Attendance, userId: string) => ({
  entryId,
  occurrence,
  groupId,
  creatorId,
  userId,
});

const hasStarted = ({ now, entry }: AttendanceFacts): boolean => now >= Date.parse(entry.startsAt);
const isOver = ({ now, entry }: AttendanceFacts): boolean => now >= Date.parse(entry.endsAt);

/** Below 0 if seats were taken away from an event that was full. */
const freeSeats = ({ going, guests }: Attendance, { seats }: Pick<Entry, 'seats'>): number =>
  seats === null ? Number.POSITIVE_INFINITY : seats - going - guests;

/**
 * Goes along the line, in the order of joining. A party that is too large keeps its place and is passed, because an empty seat helps
 * nobody. Nobody is promoted after the start.
 */
const walkLine = (attendance: Attendance, facts: AttendanceFacts): readonly DomainEvent[] => {
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

type Wish = Pick<Party, 'answer' | 'guests'>;

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
  // A seat that opens after the start is nobody's in line, so it is no newcomer's either while somebody waits.
  return !hasStarted(facts) || attendance.waiting === 0;
};

/** By default, the event as it is. */
const seenIn = ({ seen, entry: { startsAt, endsAt, placeRevision } }: AttendanceFacts): AnsweredFor =>
  seen ?? { startsAt, endsAt, placeRevision };

const isGivenAlready = (before: Party | undefined, { answer, guests }: Wish, seen: AnsweredFor): boolean => {
  if (before?.answer !== answer || before.guests !== guests) return false;
  return before.answeredFor === null || isSameTimeAndPlace(before.answeredFor, seen);
};

const refuseGuests = (before: Party | undefined, { answer, guests }: Wish, most: number): Refusal | undefined => {
  // Guests who were allowed before stay.
  if (answer !== 'going' || guests <= Math.max(most, before?.guests ?? 0)) return undefined;
  const text = most === 0 ? 'Guests are not allowed at this event' : `You can bring at most ${most}`;
  return refuse('request/invalid', { text });
};

/** The answer, and what it opens for those in line. */
const given = (
  attendance: Attendance,
  userId: string,
  party: Pick<Party, 'answer' | 'guests' | 'seated'>,
  facts: AttendanceFacts,
): readonly DomainEvent[] => {
  const before = attendance.parties.get(userId);
  const isKept = keepsPlace(before, party);
  const leaves = isKept ? null : (placeOf(attendance, userId) ?? null);
  const data: DataOf<'RsvpGiven'> = { ...identityOf(attendance, userId), ...party, leaves, ...seenIn(facts) };
  // Whoever gives up a seat is not in line, so where they are in it does not matter.
  const after = withParty(attendance, userId, { ...party, order: isKept ? before.order : END, answeredFor: null });
  return [{ type: 'RsvpGiven', data }, ...walkLine(after, facts)];
};

const give = (attendance: Attendance, userId: string, wished: Wish, facts: AttendanceFacts): Decision => {
  if (isOver(facts)) return refuse('rsvp/over');
  const before = attendance.parties.get(userId);
  const wish: Wish = wished.answer === 'going' ? wished : { ...wished, guests: 0 };
  const refusal = refuseGuests(before, wish, facts.entry.guestsEach);
  if (refusal !== undefined) return refusal;
  if (isGivenAlready(before, wish, seenIn(facts))) return [];
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
  if (!attendance.parties.has(userId)) return [];
  const data = { ...identityOf(attendance, userId), leaves: placeOf(attendance, userId) ?? null, reason };
  return [{ type: 'RsvpWithdrawn', data }, ...walkLine(withParty(attendance, userId, undefined), facts)];
};

const takeBack = (attendance: Attendance, userId: string, facts: AttendanceFacts): Decision => {
  if (isOver(facts)) return refuse('rsvp/over');
  // The creator is going without an answer, if there is a seat.
  if (userId === attendance.creatorId) return give(attendance, userId, { answer: 'going', guests: 0 }, facts);
  return withdraw(attendance, userId, 'taken-back', facts);
};

const decide = (command: AttendanceCommand, state: Attendance, facts: AttendanceFacts): Decision => {
  const { entry, occurrence } = facts;
  const attendance = state.entryId === '' ? unanswered({ ...entry, entryId: entry.id, occurrence }) : state;
  switch (command.type) {
    case 'GiveRsvp':
      return give(attendance, command.userId, { answer: command.answer, guests: command.guests }, facts);
    case 'TakeRsvpBack':
      return takeBack(attendance, command.userId, facts);
    case 'WithdrawRsvp': {
      const { userId, reason, given } = command;
      const isNewer = given !== undefined && (attendance.parties.get(userId)?.order ?? '') > given;
      return isNewer ? [] : withdraw(attendance, userId, reason, facts);
    }
    case 'WalkLine':
      return walkLine(attendance, facts);
  }
};

export const attendanceDecider: Decider<AttendanceCommand, Attendance, AttendanceFacts> = {
  initial: noAttendance,
  decide,
  evolve: (state, event) => {
    if (event.type !== 'RsvpGiven' && event.type !== 'RsvpPromoted' && event.type !== 'RsvpWithdrawn') return state;
    const attendance = state.entryId === '' ? unanswered(event.data) : state;
    const { userId } = event.data;
    const party = partyAfter(attendance.parties.get(userId), event, attendance.creatorId);
    return { ...withParty(attendance, userId, party), revision: event.position };
  },
};
