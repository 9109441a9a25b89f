import type { AnsweredFor } from '@quorum/contracts/entry/attendance.ts';
import { OrderedMap } from 'immutable';
import type { DataOf } from '../event-catalogue.ts';
import type { Position, StoredEvent } from '../stored-event.ts';

/** A member's answer, with their guests. */
export type Party = Pick<DataOf<'RsvpGiven'>, 'answer' | 'guests' | 'seated'> & {
  /** Sorts those with the same answer, and the line: the position from which the person counts. */
  readonly order: Position;
  readonly answeredFor: AnsweredFor | null;
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

/** The answers to one event. */
export type Attendance = Pick<DataOf<'RsvpGiven'>, 'entryId' | 'occurrence' | 'groupId' | 'creatorId'> &
  Counts & {
    /** By person. Immutable maps share structure, so that an answer costs the same among ten and ten thousand. */
    readonly parties: OrderedMap<string, Party>;
    /** Position of the last event. */
    readonly revision: Position;
  };

const noCounts: Counts = { going: 0, maybe: 0, cant: 0, waiting: 0, guests: 0, confirmed: {}, faces: [] };

export const noAttendance: Attendance = {
  entryId: '',
  occurrence: null,
  groupId: '',
  creatorId: '',
  ...noCounts,
  parties: OrderedMap(),
  revision: '',
};

/** The creator is going until they answer otherwise, and is never asked about a change of their own. */
export const creatorsParty: Party = { answer: 'going', guests: 0, seated: true, order: '', answeredFor: null };

export const isWaiting = ({ answer, seated }: Pick<Party, 'answer' | 'seated'>): boolean =>
  answer === 'going' && !seated;

/** What a list shows somebody under. */
export const listOf = (party: Pick<Party, 'answer' | 'seated'>): 'going' | 'maybe' | 'cant' | 'waiting' =>
  isWaiting(party) ? 'waiting' : party.answer;

/** Heads. */
export const sizeOf = ({ guests }: Pick<Party, 'guests'>): number => 1 + guests;

/** The same answer again keeps its place, and so does a party in line with fewer guests. */
export const keepsPlace = (
  before: Party | undefined,
  now: Pick<Party, 'answer' | 'guests' | 'seated'>,
): before is Party =>
  before?.answer === now.answer && before.seated === now.seated && (!isWaiting(now) || now.guests <= before.guests);

export const isSameTimeAndPlace = (a: AnsweredFor, b: AnsweredFor): boolean =>
  a.startsAt === b.startsAt && a.endsAt === b.endsAt && a.placeRevision === b.placeRevision;

/** Names a time and place. Without dots, which some stores do not take in names. */
export const answeredKey = (answered: AnsweredFor | null): string =>
  answered === null
    ? ALWAYS
    : `${Date.parse(answered.startsAt)} ${Date.parse(answered.endsAt)} ${answered.placeRevision}`;

/** The creator's answer counts for every time and place. */
const ALWAYS = 'always';

/** Of those going, who have confirmed this time and place. */
export const confirmedCount = ({ confirmed }: Counts, now: AnsweredFor): number =>
  (confirmed[answeredKey(now)] ?? 0) + (confirmed[ALWAYS] ?? 0);

const MAX_FACES = 12;

const withCount = (confirmed: Counts['confirmed'], key: string, by: 1 | -1): Counts['confirmed'] => {
  const { [key]: before = 0, ...others } = confirmed;
  return before + by === 0 ? others : { ...others, [key]: before + by };
};

const counted = (counts: Counts, userId: string, party: Party, by: 1 | -1): Counts => {
  const list = listOf(party);
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

type About = Pick<Attendance, 'entryId' | 'occurrence' | 'groupId' | 'creatorId'>;

/** An event that nobody has answered yet. */
export const unanswered = ({ entryId, occurrence, groupId, creatorId }: About): Attendance => ({
  ...noAttendance,
  entryId,
  occurrence,
  groupId,
  creatorId,
  ...unansweredCounts(creatorId),
  parties: OrderedMap([[creatorId, creatorsParty]]),
});

/** The place in line, from 1. Undefined for somebody who is not waiting. */
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

/** A person's party after an event about it. */
export const partyAfter = (before: Party | undefined, event: StoredEvent, creatorId: string): Party | undefined => {
  switch (event.type) {
    case 'RsvpGiven': {
      const { answer, guests, seated, startsAt, endsAt, placeRevision, userId } = event.data;
      const order = keepsPlace(before, event.data) ? before.order : event.position;
      return {
        answer,
        guests,
        seated,
        order,
        answeredFor: userId === creatorId ? null : { startsAt, endsAt, placeRevision },
      };
    }
    case 'RsvpPromoted':
      return before && { ...before, seated: true, order: event.position };
    case 'RsvpWithdrawn':
      return undefined;
    default:
      return before;
  }
};
