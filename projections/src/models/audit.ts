import type { AuditFacts, AuditKind } from '@quorum/contracts/wire/audit.ts';
import type { EventType } from '@quorum/domain/event-catalogue.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { AuditDocument } from '@quorum/service-kit/documents/collections.ts';
import { type Handlers, type Model, put } from './model.ts';

/**
 * The kinds of events that are listed. Left out are read markers, colours and pins, which are private, and events without a
 * person: codes, reservations, counters.
 */
const told: { readonly [K in AuditKind]: readonly EventType[] } = {
  account: [
    'UserRegistered',
    'EmailChanged',
    'NameChanged',
    'PictureChanged',
    'ProfileCompleted',
    'PhoneChanged',
    'AccountDeleted',
    'PhoneBanned',
  ],
  session: ['SessionStarted', 'SessionEnded', 'SessionsRevoked'],
  group: [
    'GroupCreated',
    'GroupDetailsChanged',
    'GroupImageChanged',
    'GroupImageRemoved',
    'GroupSettingsChanged',
    'InvitationRenewed',
    'GroupDeleted',
  ],
  members: [
    'MemberJoined',
    'MemberLeft',
    'MemberRemoved',
    'RemovalLifted',
    'MemberRoleChanged',
    'OwnershipTransferred',
  ],
  event: ['EntryScheduled', 'EntryDetailsChanged', 'EntryRescheduled', 'EntryCancelled'],
  message: [
    'MessagePosted',
    'MessageEdited',
    'MessageDeleted',
    'MessageRemoved',
    'ReactionAdded',
    'ReactionRemoved',
    'LinkPreviewsResolved',
  ],
  file: ['FileStored', 'FileRemoved'],
  report: ['MessageReported', 'ReportOpened', 'ReportReviewed', 'ReportClosed'],
  configuration: ['ConfigurationChanged'],
  admin: ['AdminSignedIn', 'AdminSignedOut', 'PersonalDataRevealed'],
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Fields that name a person, most relevant first. */
const PEOPLE = ['reportedUserId', 'userId', 'to', 'senderId', 'creatorId', 'ownerId'] as const;

/** Values shown with an event. None is user text, except configuration values. */
const FACTS = [
  'action',
  'reason',
  'role',
  'via',
  'kind',
  'purpose',
  'mimeType',
  'size',
  'key',
  'previous',
  'value',
  'by',
  'command',
  'about',
  'reportId',
] as const;

type Data = { readonly [name: string]: unknown };

const idIn = (data: Data, field: string): string | undefined => {
  const value = data[field];
  return typeof value === 'string' && UUID.test(value) ? value : undefined;
};

const factsOf = (data: Data): AuditFacts => {
  const facts: { [name: string]: string | number } = {};
  for (const name of FACTS) {
    const value = data[name];
    if (typeof value === 'string' || typeof value === 'number') facts[name] = value;
  }
  return facts;
};

/** The person affected besides the actor; none for most events. */
const personIn = (data: Data, actor: string): string | undefined => {
  for (const field of PEOPLE) {
    const found = idIn(data, field);
    if (found !== undefined && found !== actor) return found;
  }
  return undefined;
};

const line =
  (kind: AuditKind) =>
  (event: StoredEvent): AuditDocument => {
    const { actor, correlationId, causationId } = event.metadata;
    const data = event.data as Data;
    const groupId = idIn(data, 'groupId');
    const userId = personIn(data, actor);
    return {
      id: event.position,
      place: `${event.recordedAt} ${event.position}`,
      at: event.recordedAt,
      kind,
      type: event.type,
      stream: event.stream,
      revision: event.revision,
      eventId: event.id,
      actor,
      correlationId,
      causationId,
      ...(groupId === undefined ? {} : { groupId }),
      ...(UUID.test(actor) ? { actorId: actor } : {}),
      ...(userId === undefined ? {} : { userId }),
      facts: factsOf(data),
    };
  };

const handlers = Object.fromEntries(
  (Object.keys(told) as AuditKind[]).flatMap((kind) => told[kind].map((type) => [type, [put('audit', line(kind))]])),
) as Handlers;

/** Who did what to what and when, from the event log itself. Nothing is ever removed, because it only contains ids. */
export const audit: Model = {
  name: 'audit',
  version: 1,
  streams: ['user', 'session', 'phone', 'group', 'entry', 'message', 'file', 'report', 'config', 'admin', 'support'],
  collections: ['audit'],
  on: handlers,
};
