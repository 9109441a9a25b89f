import type { AnsweredFor, RsvpAnswer } from '@quorum/contracts/entry/attendance.ts';
import { ALWAYS, answeredKey } from '@quorum/contracts/entry/dates-answers.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { OrderedMap } from 'immutable';
import type { DataOf } from '../event-catalogue.ts';
import type { EventOf, Position, StoredEvent } from '../stored-event.ts';

/** A member's answer, with their guests. */
export type Party = Pick<DataOf<'RsvpGiven'>, 'guests' | 'seated'> & {
  /** `null` in a series: taken back, for the dates that this counts for. */
  readonly answer: RsvpAnswer | null;
  /** Sorts those with the same answer, and the line: the position from which the person counts. */
  readonly order: Position;
  /** Position of the last event about it. Of the answers to a series and to one of its dates, the later one holds. */
  readonly at: Position;
  readonly answeredFor: AnsweredFor | null;
  /** For an answer to a series: the date from which it counts. */
  readonly from?: CalendarDate;
};

/** How many answered what. Each counts members, but for `guests`: those of the members going. */
export type Counts = {
  readonly going: number;
  readonly maybe: number;
  readonly cant: number;
  readonly waiting: number;
  readonly guests: number;
  /** Members going, by {@link answeredKey}. */
  readonly confirmed: { readonly [key: string]: number };
  /** Members going, in order: more than are shown, so that one who leaves is replaced. */
  readonly faces: readonly string[];
};

/** The answers to one event, to a series, or to a single date of it. */
export type Attendance = Pick<DataOf<'RsvpGiven'>, 'entryId' | 'occurrence' | 'groupId' | 'creatorId'> &
  Counts & {
    /** Whether it is that of a series. Then `before` has the answers from before the event repeated, which are its first date's. */
    readonly isOfSeries: boolean;
    readonly before: OrderedMap<string, Party>;
    /** By person. Immutable maps share structure, so that an answer costs the same among ten and ten thousand. */
    readonly parties: OrderedMap<string, Party>;
    /** Position of the last event. */
    readonly revision: Position;
  };

export const noCounts: Counts = { going: 0, maybe: 0, cant: 0, waiting: 0, guests: 0, confirmed: {}, faces: [] };

export const noAttendance: Attendance = {
  entryId: '',
  occurrence: null,
  groupId: '',
  creatorId: '',
  isOfSeries: false,
  before: OrderedMap(),
  ...noCounts,
  parties: OrderedMap(),
  revision: '',
};

/** The creator is going until they answer otherwise, and is never asked about a change of their own. */
export const creatorsParty: Party = { answer: 'going', guests: 0, seated: true, order: '', at: '', answeredFor: null };

export const isWaiting = ({ answer, seated }: Pick<Party, 'answer' | 'seated'>): boolean =>
  answer === 'going' && !seated;

/** The list in which somebody is shown. */
export const listOf = (party: Pick<Party, 'answer' | 'seated'>): 'going' | 'maybe' | 'cant' | 'waiting' | 'none' =>
  isWaiting(party) ? 'waiting' : (party.answer ?? 'none');

/** Heads. */
export const sizeOf = ({ guests }: Pick<Party, 'guests'>): number => 1 + guests;

/** The same answer again keeps its place, and so does a waiting party with fewer guests. */
export const keepsPlace = (
  before: Party | undefined,
  now: Pick<Party, 'answer' | 'guests' | 'seated'>,
): before is Party =>
  before?.answer === now.answer && before.seated === now.seated && (!isWaiting(now) || now.guests <= before.guests);

export const isSameTimeAndPlace = (a: AnsweredFor, b: AnsweredFor): boolean =>
  a.startsAt === b.startsAt && a.endsAt === b.endsAt && a.placeRevision === b.placeRevision;

/** Those of the people going who have confirmed this time and place. */
export const confirmedCount = ({ confirmed }: Counts, now: AnsweredFor): number =>
  (confirmed[answeredKey(now)] ?? 0) + (confirmed[ALWAYS] ?? 0);

const MAX_FACES = 12;

const withCount = (confirmed: Counts['confirmed'], key: string, by: 1 | -1): Counts['confirmed'] => {
  const { [key]: before = 0, ...others } = confirmed;
  return before + by === 0 ? others : { ...others, [key]: before + by };
};

const counted = (counts: Counts, userId: string, party: Party, by: 1 | -1): Counts => {
  const list = listOf(party);
  if (list === 'none') return counts;
  const next = { ...counts, [list]: counts[list] + by };
  if (list !== 'going') return next;
  const others = counts.faces.filter((id) => id !== userId);
  return {
    ...next,
    guests: counts.guests + by * party.guests,
    confirmed: withCount(counts.confirmed, answeredKey(party.answeredFor), by),
    faces: by === -1 ? others : [...others, userId].slice(0, MAX_FACES),
  };
};

/** Counts after a person's party changed. */
export const recounted = (
  counts: Counts,
  userId: string,
  { before, after }: { readonly before: Party | undefined; readonly after: Party | undefined },
): Counts => {
  if (before === after) return counts;
  const without = before === undefined ? counts : counted(counts, userId, before, -1);
  const now = after === undefined ? without : counted(without, userId, after, 1);
  // Somebody who keeps their place among those going keeps it among the faces.
  return before?.order === after?.order ? { ...now, faces: counts.faces } : now;
};

/** Counts of an event that nobody has answered yet. */
export const unansweredCounts = (creatorId: string): Counts => counted(noCounts, creatorId, creatorsParty, 1);

type About = Pick<Attendance, 'entryId' | 'occurrence' | 'groupId' | 'creatorId'> & { readonly from?: string | null };

/** An event that nobody has answered yet. The creator of a series is going to all of it, not to a single date. */
export const unanswered = ({ entryId, occurrence, groupId, creatorId, from = null }: About): Attendance => {
  const empty = { ...noAttendance, entryId, occurrence, groupId, creatorId, isOfSeries: from !== null };
  if (occurrence !== null) return empty;
  return { ...empty, ...unansweredCounts(creatorId), parties: OrderedMap([[creatorId, creatorsParty]]) };
};

/** The place on the waitlist, from 1. Undefined for somebody who is not waiting. */
export const placeOf = ({ parties }: Attendance, userId: string): number | undefined => {
  const own = parties.get(userId);
  if (own === undefined || !isWaiting(own)) return undefined;
  return parties.valueSeq().count((party) => isWaiting(party) && party.order <= own.order);
};

/** With a person's party, or without it. */
export const withParty = (attendance: Attendance, userId: string, party: Party | undefined): Attendance => {
  const before = attendance.parties.get(userId);
  const others =
    before === undefined || before.order === party?.order ? attendance.parties : attendance.parties.delete(userId);
  return {
    ...attendance,
    ...recounted(attendance, userId, { before, after: party }),
    parties: party === undefined ? others : others.set(userId, party),
  };
};

/** An answer to one date that is taken back does not leave that to the series, nor one to the series that to a date. */
const leavesNone = ({ data: { occurrence, from, reason } }: EventOf<'RsvpWithdrawn'>): boolean =>
  reason !== 'account-deleted' && (from !== null || (occurrence !== null && reason === 'taken-back'));

const noAnswer = ({ data: { from } }: EventOf<'RsvpWithdrawn'>) => ({
  answer: null,
  guests: 0,
  seated: false,
  answeredFor: null,
  ...(from !== null && { from }),
});

/** A person's party after an event about it. */
export const partyAfter = (before: Party | undefined, event: StoredEvent, creatorId: string): Party | undefined => {
  const at = event.position;
  switch (event.type) {
    case 'RsvpGiven': {
      const { answer, guests, seated, startsAt, endsAt, placeRevision, userId, from } = event.data;
      const order = keepsPlace(before, event.data) ? before.order : at;
      const answeredFor = userId === creatorId ? null : { startsAt, endsAt, placeRevision };
      return { answer, guests, seated, order, at, answeredFor, ...(from !== null && { from }) };
    }
    case 'RsvpPromoted':
      return before && { ...before, seated: true, order: at, at };
    case 'RsvpWithdrawn':
      return leavesNone(event) ? { ...noAnswer(event), order: at, at } : undefined;
    default:
      return before;
  }
};

/**
 * The answers to one date of a series: those to the series, and its own where they are later.
 * @param series as it is for this date
 */
export const onDate = (series: Attendance, own: Attendance, occurrence: CalendarDate): Attendance =>
  own.parties.reduce<Attendance>(
    (all, party, userId) => ((series.parties.get(userId)?.at ?? '') > party.at ? all : withParty(all, userId, party)),
    { ...series, occurrence },
  );
