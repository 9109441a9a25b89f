import { eventIdOf } from '@quorum/contracts/entry/event-id.ts';
import {
  creatorsParty,
  noCounts,
  type Party,
  partyAfter,
  recounted,
  unansweredCounts,
} from '@quorum/domain/attendance/attendance.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import {
  type AttendanceDocument,
  type RsvpDocument,
  rsvpDocument,
  rsvpId,
} from '@quorum/service-kit/reads/attendance.ts';
import { type Rules, type ThinChange, toGroup, toUser } from '../audience.ts';
import { fold, type Handlers, putAll, type Reader, type Ref, type Step } from '../model.ts';
import { dateCounts, dateRsvp, seriesCounts, seriesRsvp } from './dates.ts';

type Rsvp = EventOf<'RsvpGiven' | 'RsvpPromoted' | 'RsvpWithdrawn'>;

const eventId = ({ data }: Pick<Rsvp, 'data'>): string => eventIdOf(data);

const ownId = (event: Rsvp): string => rsvpId(eventId(event), event.data.userId);

/** Id of the person's answer to the series. */
const seriesOwnId = ({ data }: Rsvp): string => rsvpId(data.entryId, data.userId);

const isOfSeries = ({ data }: Rsvp): boolean => 'from' in data && data.from !== null;
const isOfDate = ({ data }: Rsvp): boolean => data.occurrence !== null;

/** The counts go to the group, and the own answer to its person. */
const attendanceChange = (event: Rsvp): readonly ThinChange[] => {
  const { groupId, userId, leaves } = event.data;
  const about = { eventId: eventId(event), at: event.position };
  const isDated = isOfSeries(event) || isOfDate(event);
  return [
    toGroup(isDated ? 'datesAnswered' : 'attendanceUpdated', groupId, leaves === null ? about : { ...about, leaves }),
    toUser(isDated ? 'ownDatesAnswered' : 'ownRsvpUpdated', userId, {
      groupId,
      eventId: eventId(event),
      ...(event.type === 'RsvpPromoted' ? { promoted: true } : {}),
    }),
  ];
};

/** Audiences of its events. */
export const attendanceChanges = {
  RsvpGiven: attendanceChange,
  RsvpPromoted: attendanceChange,
  RsvpWithdrawn: attendanceChange,
} satisfies Rules;

const reads = (event: Rsvp): readonly Ref[] => [
  { collection: 'entries', id: event.data.entryId },
  { collection: 'series', id: event.data.entryId },
  { collection: 'attendances', id: event.data.entryId },
  { collection: 'attendances', id: eventId(event) },
  { collection: 'rsvps', id: seriesOwnId(event) },
  { collection: 'rsvps', id: ownId(event) },
];

/** The counts before an event. A deleted event gets none, so that none of its data is stored again. */
const attendanceBefore = (event: Rsvp, read: Reader): AttendanceDocument | undefined => {
  const { entryId, occurrence, groupId, creatorId } = event.data;
  const known = read('attendances', eventId(event));
  if (known !== undefined || (read('entries', entryId) ?? read('series', entryId)) === undefined) return known;
  const about = { id: eventId(event), entryId, occurrence, groupId, creatorId, revision: '' };
  return isOfDate(event) ? { ...about, ...noCounts } : { ...about, ...unansweredCounts(creatorId) };
};

const isCreator = ({ data: { userId, creatorId } }: Rsvp): boolean => userId === creatorId;

/** A person's answer to an event or a series. Not one from before the event repeated. */
const partyTo = (event: Rsvp, read: Reader, ofSeries: boolean): Party | undefined => {
  const known = read('rsvps', seriesOwnId(event));
  if (known !== undefined && (known.from !== undefined || !ofSeries)) return known;
  return read('attendances', event.data.entryId) === undefined && isCreator(event) ? creatorsParty : undefined;
};

/** The creator is listed from the first answer on. */
const listCreator: Step<Rsvp> = putAll(
  'rsvps',
  (event: Rsvp, read) => {
    const isFirst = read('attendances', eventId(event)) === undefined && attendanceBefore(event, read) !== undefined;
    const party = isOfSeries(event) ? { ...creatorsParty, from: '' } : creatorsParty;
    return isFirst && !isOfDate(event) && !isCreator(event)
      ? [rsvpDocument({ ...event.data, userId: event.data.creatorId }, party)]
      : [];
  },
  reads,
);

const count: Step<Rsvp> = fold(
  'attendances',
  eventId,
  (_, event: Rsvp, read) => {
    const known = attendanceBefore(event, read);
    if (known === undefined) return null;
    const own = read('rsvps', ownId(event));
    if (isOfDate(event)) return dateCounts(known, event, own, partyTo(event, read, true));
    const before = partyTo(event, read, isOfSeries(event));
    if (isOfSeries(event)) return seriesCounts(known, event, own, before);
    const after = partyAfter(before, event, event.data.creatorId);
    return { ...known, ...recounted(known, event.data.userId, { before, after }), revision: event.position };
  },
  reads,
);

/** @param toAll the person's answer to the event or the series */
const rsvpAfter = (event: Rsvp, own: RsvpDocument | undefined, toAll: Party | undefined): RsvpDocument | null => {
  if (isOfDate(event)) return dateRsvp(event, own, toAll);
  if (isOfSeries(event)) return seriesRsvp(event, own, toAll);
  const party = partyAfter(toAll, event, event.data.creatorId);
  return party === undefined ? null : rsvpDocument(event.data, party);
};

const list: Step<Rsvp> = fold(
  'rsvps',
  ownId,
  (_, event: Rsvp, read) => {
    if (attendanceBefore(event, read) === undefined) return null;
    const own = read('rsvps', ownId(event));
    const document = rsvpAfter(event, own, partyTo(event, read, isOfSeries(event) || isOfDate(event)));
    if (document === null) return null;
    const promotedAt = event.type === 'RsvpPromoted' ? event.recordedAt : own?.promotedAt;
    return promotedAt !== undefined && document.listKind === 'going' ? { ...document, promotedAt } : document;
  },
  reads,
);

/** An answer from before the event repeated now belongs to its first date. */
const dropEarlier: Step<Rsvp> = fold('rsvps', seriesOwnId, (document, event: Rsvp) =>
  isOfDate(event) && document?.from === undefined ? null : (document ?? null),
);

/** Answers, and how many there are of each. They are part of the model of their entries. */
export const attendanceDocuments = {
  RsvpGiven: [listCreator, dropEarlier, count, list],
  RsvpPromoted: [count, list],
  RsvpWithdrawn: [listCreator, count, list],
} satisfies Handlers;
