import { eventIdOf } from '@quorum/contracts/entry/event-id.ts';
import {
  creatorsParty,
  type Party,
  partyAfter,
  recounted,
  unansweredCounts,
} from '@quorum/domain/attendance/attendance.ts';
import type { EventOf } from '@quorum/domain/stored-event.ts';
import { type AttendanceDocument, rsvpDocument, rsvpId } from '@quorum/service-kit/reads/attendance.ts';
import { type Rules, type ThinChange, toGroup, toUser } from '../audience.ts';
import { fold, type Handlers, putAll, type Reader, type Ref, type Step } from '../model.ts';

type Rsvp = EventOf<'RsvpGiven' | 'RsvpPromoted' | 'RsvpWithdrawn'>;

const eventId = ({ data }: Pick<Rsvp, 'data'>): string => eventIdOf(data);

const ownId = (event: Rsvp): string => rsvpId(eventId(event), event.data.userId);

/** The counts to the group, and to the person what is theirs. */
const attendanceChange = (event: Rsvp): readonly ThinChange[] => {
  const { groupId, userId, leaves } = event.data;
  const about = { eventId: eventId(event), at: event.position };
  return [
    toGroup('attendanceUpdated', groupId, leaves === null ? about : { ...about, leaves }),
    toUser('ownRsvpUpdated', userId, {
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
  { collection: 'attendances', id: eventId(event) },
  { collection: 'rsvps', id: ownId(event) },
];

/** The counts before an event. An event of the calendar that is gone gets none, so that nothing of it is stored again. */
const attendanceBefore = (event: Rsvp, read: Reader): AttendanceDocument | undefined => {
  const { entryId, groupId, creatorId } = event.data;
  const known = read('attendances', eventId(event));
  if (known !== undefined || read('entries', entryId) === undefined) return known;
  return { id: eventId(event), entryId, groupId, creatorId, ...unansweredCounts(creatorId), revision: '' };
};

const partyBefore = (event: Rsvp, read: Reader): Party | undefined => {
  const isUnanswered = read('attendances', eventId(event)) === undefined;
  const isCreator = event.data.userId === event.data.creatorId;
  return read('rsvps', ownId(event)) ?? (isUnanswered && isCreator ? creatorsParty : undefined);
};

/** The creator is listed from the first answer on. */
const listCreator: Step<Rsvp> = putAll(
  'rsvps',
  (event: Rsvp, read) => {
    const { groupId, creatorId, userId } = event.data;
    const isFirst = read('attendances', eventId(event)) === undefined && attendanceBefore(event, read) !== undefined;
    return isFirst && userId !== creatorId
      ? [rsvpDocument({ eventId: eventId(event), groupId, userId: creatorId }, creatorsParty)]
      : [];
  },
  reads,
);

const count: Step<Rsvp> = fold(
  'attendances',
  eventId,
  (_, event: Rsvp, read) => {
    const attendance = attendanceBefore(event, read);
    if (attendance === undefined) return null;
    const { creatorId, userId } = event.data;
    const before = partyBefore(event, read);
    const after = partyAfter(before, event, creatorId);
    return { ...attendance, ...recounted(attendance, userId, { before, after }), revision: event.position };
  },
  reads,
);

const list: Step<Rsvp> = fold(
  'rsvps',
  ownId,
  (known, event: Rsvp, read) => {
    const { groupId, userId, creatorId } = event.data;
    if (attendanceBefore(event, read) === undefined) return null;
    const party = partyAfter(partyBefore(event, read), event, creatorId);
    if (party === undefined) return null;
    const promotedAt = event.type === 'RsvpPromoted' ? event.recordedAt : known?.promotedAt;
    const document = rsvpDocument({ eventId: eventId(event), groupId, userId }, party);
    return promotedAt !== undefined && document.listKind === 'going' ? { ...document, promotedAt } : document;
  },
  reads,
);

/** Answers, and how many there are of each. They are part of the model of their entries. */
export const attendanceDocuments = {
  RsvpGiven: [listCreator, count, list],
  RsvpPromoted: [count, list],
  RsvpWithdrawn: [listCreator, count, list],
} satisfies Handlers;
