import type { AnsweredFor, AnswersView, AttendanceView, OwnRsvpView } from '@quorum/contracts/entry/attendance.ts';
import type { OwnAnswer } from '@quorum/contracts/entry/dates-answers.ts';
import { eventIdOf } from '@quorum/contracts/entry/event-id.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
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
import { ownReminderId, reminderJoin } from './reminder.ts';

/** Answers that counted from one date of a series until the next. The oldest first. */
type Earlier<T> = readonly (T & { readonly from: CalendarDate })[];

/**
 * The counts of an event that somebody has answered, or of a series from a date on. Those of one date of it are the differences to
 * these. Id: the event's.
 */
export type AttendanceDocument = Counts & {
  readonly id: string;
  readonly entryId: string;
  readonly occurrence: CalendarDate | null;
  readonly groupId: string;
  readonly creatorId: string;
  readonly revision: string;
  readonly from?: CalendarDate;
  readonly earlier?: Earlier<Counts & { readonly revision: string }>;
  /** For a date: people whose answer to the series was going before they answered the date. */
  readonly without?: readonly string[];
};

/**
 * One answer to an event, to a series or to one date of it. Id: {@link rsvpId}. `listKind` is where it is shown, in the order of
 * `order`. `promotedAt` is when a seat opened for somebody on the waitlist.
 */
export type RsvpDocument = Party & {
  readonly id: string;
  readonly eventId: string;
  readonly entryId: string;
  readonly occurrence: CalendarDate | null;
  readonly groupId: string;
  readonly userId: string;
  readonly listKind: ReturnType<typeof listOf>;
  readonly promotedAt?: string;
  readonly earlier?: Earlier<Party>;
  /** For a date: the answer to the series that it replaces. */
  readonly instead?: Party | null;
};

export const attendanceCollections = {
  attendances: collectionOf<AttendanceDocument>(
    { group: 'groupId', person: 'creatorId', isApart: true },
    ['entryId', 'occurrence'],
    ['groupId'],
    ['creatorId'],
  ),
  rsvps: collectionOf<RsvpDocument>(
    { group: 'groupId', person: 'userId', isCounted: true },
    ['eventId', 'listKind', 'order'],
    ['eventId', 'order'],
    ['userId', 'groupId'],
    ['userId', 'entryId', 'occurrence'],
    ['userId', 'promotedAt'],
    ['groupId'],
  ),
};

export const rsvpId = (eventId: string, userId: string): string => `${eventId}:${userId}`;

type About = Pick<RsvpDocument, 'entryId' | 'occurrence' | 'groupId' | 'userId'>;

export const rsvpDocument = ({ entryId, occurrence, groupId, userId }: About, party: Party): RsvpDocument => {
  const eventId = eventIdOf({ entryId, occurrence });
  const id = rsvpId(eventId, userId);
  // A party may be part of an earlier document.
  const { answer, guests, seated, order, at, answeredFor, from } = party;
  const answered = { answer, guests, seated, order, at, answeredFor, ...(from !== undefined && { from }) };
  return { id, eventId, entryId, occurrence, groupId, userId, listKind: listOf(party), ...answered };
};

/** The answers that counted on a date. */
export const validOn = <T extends { readonly from?: CalendarDate }>(
  now: T & { readonly earlier?: Earlier<T> },
  date: CalendarDate,
): T | undefined => ((now.from ?? '') <= date ? now : now.earlier?.findLast(({ from }) => from <= date));

const attendanceDocument = ({ parties, isOfSeries, before, ...counts }: Attendance): AttendanceDocument => ({
  ...counts,
  id: eventIdOf(counts),
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
  document: ({ parties, ...about }, id) => {
    const userId = id.slice(id.indexOf(':') + 1);
    const party = parties.get(userId);
    return party && rsvpDocument({ ...about, userId }, party);
  },
});

/** The joins of an event's view with its answers. */
export const attendanceJoins = { ...entryJoins, attendances: attendanceJoin, rsvps: rsvpJoin, reminders: reminderJoin };

export type AttendanceJoins = JoinsOf<typeof attendanceJoins> & {
  /** The place of an answer on the waitlist, from 1. */
  readonly waitlistPlace: (rsvp: RsvpDocument) => Promise<number>;
  /** The first people going to an event, by the order of answering. */
  readonly firstGoing: (eventId: string, many: number) => Promise<readonly string[]>;
};

const answeredNow = ({ startsAt, endsAt, placeRevision }: EntryDocument): AnsweredFor => ({
  startsAt,
  endsAt,
  placeRevision,
});

/** The time and place that an answer was for, if the event has others now. Nobody is asked again whether they still cannot come. */
export const askedAbout = (entry: EntryDocument, { answer, answeredFor }: Party): AnsweredFor | null =>
  answer === 'cant' || answeredFor === null || isSameTimeAndPlace(answeredFor, answeredNow(entry)) ? null : answeredFor;

/** An attendance of before the last change of its event is older than that change. */
const revisionOf = (entry: EntryDocument, attendance: AttendanceDocument | undefined): string =>
  attendance === undefined || attendance.revision < entry.position ? entry.position : attendance.revision;

const MAX_FACES = 4;

/** When many of the first have left, the counts have too few, and the list is asked. */
const facesOf = async (
  joins: AttendanceJoins,
  entry: EntryDocument,
  attendance: AttendanceDocument | undefined,
): Promise<readonly string[]> => {
  const { faces, going } = attendance ?? unansweredCounts(entry.creatorId);
  return faces.length < Math.min(going, MAX_FACES) ? joins.firstGoing(entry.id, MAX_FACES) : faces.slice(0, MAX_FACES);
};

const attendanceView = (
  entry: EntryDocument,
  attendance: AttendanceDocument | undefined,
  faces: AttendanceView['faces'],
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
    faces,
    revision: revisionOf(entry, attendance),
  };
};

const ownView = (
  entry: EntryDocument,
  party: Party | undefined,
  shown: Pick<OwnRsvpView, 'place' | 'revision' | 'reminder'>,
): OwnRsvpView => {
  if (party === undefined) return { answer: null, guests: 0, ask: null, answeredFor: null, ...shown };
  const { answer, guests, answeredFor } = party;
  return { answer, guests, ask: askedAbout(entry, party), answeredFor, ...shown };
};

/** Counts as they are added up for the dates of a series. */
export const tallyOf = ({ going, maybe, cant, waiting, guests, confirmed, ...counts }: Tallied, people: People) => ({
  going,
  maybe,
  cant,
  waiting,
  guests,
  confirmed,
  faces: counts.faces.map((id) => personView(id, people.get(id))),
  revision: counts.revision,
});

type Tallied = Counts & { readonly revision: string };

/** A person's own answer to a series or a date. */
export const ownAnswer = ({ answer, guests, answeredFor, at }: Party, place: number | null): OwnAnswer => ({
  answer,
  guests,
  place,
  answeredFor,
  revision: at,
});

/** Who comes to these events, by their ids. Nobody answers personal ones. @param viewerId absent if many people see the same */
export const presentAttendances = async (
  joins: AttendanceJoins,
  entries: readonly EntryDocument[],
  viewerId?: string,
): Promise<ReadonlyMap<string, AnswersView>> => {
  const asked = entries.filter(({ groupId }) => groupId !== MY_SCHEDULE);
  if (asked.length === 0) return new Map();
  const ids = asked.map(({ id }) => id);
  const ownIds = (idOf: (id: string, userId: string) => string) =>
    viewerId === undefined ? [] : ids.map((id) => idOf(id, viewerId));
  const [attendances, rsvps, reminders] = await Promise.all([
    joins.attendances(ids),
    joins.rsvps(ownIds(rsvpId)),
    joins.reminders(ownIds(ownReminderId)),
  ]);
  const waiting = [...rsvps.values()].filter(isWaiting);
  const faces = await Promise.all(asked.map((entry) => facesOf(joins, entry, attendances.get(entry.id))));
  const [people, places] = await Promise.all([
    joins.people(distinct(faces.flat())),
    Promise.all(waiting.map(async (rsvp) => [rsvp.eventId, await joins.waitlistPlace(rsvp)] as const)),
  ]);
  const placeIn = new Map(places);
  const mineOf = (entry: EntryDocument, viewer: string): OwnRsvpView => {
    const attendance = attendances.get(entry.id);
    const isImplicit = attendance === undefined && viewer === entry.creatorId;
    const party = rsvps.get(rsvpId(entry.id, viewer)) ?? (isImplicit ? creatorsParty : undefined);
    const reminder = reminders.get(ownReminderId(entry.id, viewer))?.minutes;
    const shown = { place: placeIn.get(entry.id) ?? null, revision: revisionOf(entry, attendance) };
    return ownView(entry, party, reminder === undefined ? shown : { ...shown, reminder });
  };
  return new Map(
    asked.map((entry, index) => {
      const shown = (faces[index] ?? []).map((id) => personView(id, people.get(id)));
      const attendance = attendanceView(entry, attendances.get(entry.id), shown);
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
