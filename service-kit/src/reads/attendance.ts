import type { AnsweredFor, AnswersView, AttendanceView, OwnRsvpView } from '@quorum/contracts/entry/attendance.ts';
import { eventIdOf } from '@quorum/contracts/entry/event-id.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import {
  type Attendance,
  type Counts,
  confirmedCount,
  creatorsParty,
  isSameTimeAndPlace,
  isWaiting,
  listOf,
  type Party,
  unansweredCounts,
} from '@quorum/domain/attendance/attendance.ts';
import { attendanceDecider } from '@quorum/domain/attendance/decider.ts';
import { attendanceStream } from '@quorum/domain/attendance/events.ts';
import { type People, personView } from './account.ts';
import { collectionOf } from './collection.ts';
import { type EntryDocument, entryJoins, presentEntries } from './entry.ts';
import { distinct, type JoinsOf, join } from './joins.ts';

/** The counts of an event that somebody has answered. Id: the event's. */
export type AttendanceDocument = Counts & {
  readonly id: string;
  readonly entryId: string;
  readonly groupId: string;
  readonly creatorId: string;
  readonly revision: string;
};

/**
 * One answer. Id: {@link rsvpId}. `listKind` is where it is shown, in the order of `order`. `promotedAt` is when a seat opened for somebody
 * in line who has it since.
 */
export type RsvpDocument = Party & {
  readonly id: string;
  readonly eventId: string;
  readonly groupId: string;
  readonly userId: string;
  readonly listKind: ReturnType<typeof listOf>;
  readonly promotedAt?: string;
};

export const attendanceCollections = {
  attendances: collectionOf<AttendanceDocument>({ group: 'groupId', person: 'creatorId' }, ['groupId'], ['creatorId']),
  rsvps: collectionOf<RsvpDocument>(
    { group: 'groupId', person: 'userId', isCounted: true },
    ['eventId', 'listKind', 'order'],
    ['eventId', 'order'],
    ['userId', 'groupId'],
    ['userId', 'promotedAt'],
    ['groupId'],
  ),
};

export const rsvpId = (eventId: string, userId: string): string => `${eventId}:${userId}`;

type About = Pick<RsvpDocument, 'eventId' | 'groupId' | 'userId'>;

export const rsvpDocument = ({ eventId, groupId, userId }: About, party: Party): RsvpDocument => ({
  id: rsvpId(eventId, userId),
  eventId,
  groupId,
  userId,
  ...party,
  // A party that was read from a document brings the list that it was in before.
  listKind: listOf(party),
});

const attendanceDocument = ({ parties, occurrence, ...counts }: Attendance): AttendanceDocument => ({
  ...counts,
  id: eventIdOf({ entryId: counts.entryId, occurrence }),
});

const attendanceJoin = join(attendanceCollections, {
  collection: 'attendances',
  stream: attendanceStream,
  fold: attendanceDecider,
  document: (attendance) => (attendance.entryId === '' ? undefined : attendanceDocument(attendance)),
});

const rsvpJoin = join(attendanceCollections, {
  collection: 'rsvps',
  stream: (id) => attendanceStream(id.slice(0, id.indexOf(':'))),
  fold: attendanceDecider,
  document: ({ parties, entryId, occurrence, groupId }, id) => {
    const userId = id.slice(id.indexOf(':') + 1);
    const party = parties.get(userId);
    return party && rsvpDocument({ eventId: eventIdOf({ entryId, occurrence }), groupId, userId }, party);
  },
});

/** What the view of an event with its answers joins. */
export const attendanceJoins = { ...entryJoins, attendances: attendanceJoin, rsvps: rsvpJoin };

export type AttendanceJoins = JoinsOf<typeof attendanceJoins> & {
  /** The place in line of an answer, from 1. */
  readonly placeInLine: (rsvp: RsvpDocument) => Promise<number>;
};

const answeredNow = ({ startsAt, endsAt, placeRevision }: EntryDocument): AnsweredFor => ({
  startsAt,
  endsAt,
  placeRevision,
});

/** What an answer was for, if the event has another time or place now. Nobody is asked again whether they still cannot come. */
export const askedAbout = (entry: EntryDocument, { answer, answeredFor }: Party): AnsweredFor | null =>
  answer === 'cant' || answeredFor === null || isSameTimeAndPlace(answeredFor, answeredNow(entry)) ? null : answeredFor;

/** An attendance of before the last change of its event is older than that change. */
const revisionOf = (entry: EntryDocument, attendance: AttendanceDocument | undefined): string =>
  attendance === undefined || attendance.revision < entry.position ? entry.position : attendance.revision;

const MAX_FACES = 4;

const facesOf = (entry: EntryDocument, attendance: AttendanceDocument | undefined): readonly string[] =>
  (attendance ?? unansweredCounts(entry.creatorId)).faces.slice(0, MAX_FACES);

const attendanceView = (
  entry: EntryDocument,
  attendance: AttendanceDocument | undefined,
  people: People,
): AttendanceView => {
  const counts: Counts = attendance ?? unansweredCounts(entry.creatorId);
  const { going, maybe, cant, waiting, guests } = counts;
  return {
    going,
    maybe,
    cant,
    waiting,
    guests,
    notConfirmed: going - confirmedCount(counts, answeredNow(entry)),
    seats: entry.seats,
    guestsEach: entry.guestsEach,
    faces: facesOf(entry, attendance).map((id) => personView(id, people.get(id))),
    revision: revisionOf(entry, attendance),
  };
};

const ownView = (
  entry: EntryDocument,
  party: Party | undefined,
  place: number | null,
  revision: string,
): OwnRsvpView => {
  if (party === undefined) return { answer: null, guests: 0, place, ask: null, answeredFor: null, revision };
  const { answer, guests, answeredFor } = party;
  return { answer, guests, place, ask: askedAbout(entry, party), answeredFor, revision };
};

/** Who comes to these events, by their ids. Nobody answers personal ones. @param viewerId absent if many people see the same */
export const presentAttendances = async (
  joins: AttendanceJoins,
  entries: readonly EntryDocument[],
  viewerId?: string,
): Promise<ReadonlyMap<string, AnswersView>> => {
  const asked = entries.filter(({ groupId }) => groupId !== MY_SCHEDULE);
  if (asked.length === 0) return new Map();
  const ids = asked.map(({ id }) => id);
  const own = viewerId === undefined ? [] : ids.map((id) => rsvpId(id, viewerId));
  const [attendances, rsvps] = await Promise.all([joins.attendances(ids), joins.rsvps(own)]);
  const waiting = [...rsvps.values()].filter(isWaiting);
  const [people, places] = await Promise.all([
    joins.people(distinct(asked.flatMap((entry) => facesOf(entry, attendances.get(entry.id))))),
    Promise.all(waiting.map(async (rsvp) => [rsvp.eventId, await joins.placeInLine(rsvp)] as const)),
  ]);
  const placeIn = new Map(places);
  const mineOf = (entry: EntryDocument, viewer: string): OwnRsvpView => {
    const attendance = attendances.get(entry.id);
    const isImplicit = attendance === undefined && viewer === entry.creatorId;
    const party = rsvps.get(rsvpId(entry.id, viewer)) ?? (isImplicit ? creatorsParty : undefined);
    return ownView(entry, party, placeIn.get(entry.id) ?? null, revisionOf(entry, attendance));
  };
  return new Map(
    asked.map((entry) => {
      const attendance = attendanceView(entry, attendances.get(entry.id), people);
      return [entry.id, viewerId === undefined ? { attendance } : { attendance, mine: mineOf(entry, viewerId) }];
    }),
  );
};

/** Events with the answers to them. @param viewerId as for {@link presentAttendances} */
export const presentEvents = async (
  joins: AttendanceJoins,
  entries: readonly EntryDocument[],
  viewerId?: string,
): Promise<EventView[]> => {
  const [events, attendances] = await Promise.all([
    presentEntries(joins, entries),
    presentAttendances(joins, entries, viewerId),
  ]);
  return events.map((event) => ({ ...event, ...attendances.get(event.id) }));
};
