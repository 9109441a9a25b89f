import type { AuditKind } from '@quorum/contracts/audit/kinds.ts';
import type { AuditFacts } from '@quorum/contracts/audit/wire.ts';
import { eventCatalogue } from '@quorum/domain/event-catalogue.ts';
import type { EventMetadata, StoredEvent } from '@quorum/domain/stored-event.ts';
import type { AuditDocument } from '@quorum/service-kit/reads/audit.ts';
import { type Handlers, type Model, put } from '../model.ts';

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

/** A process manager's command id names the event that it reacts to: `{manager}:{event}[:{step}]`. */
const causeOf = ({ actor, causationId }: EventMetadata): string | undefined =>
  actor.startsWith('system:') ? causationId.split(':')[1] : undefined;

const line =
  (kind: AuditKind) =>
  (event: StoredEvent): AuditDocument => {
    const { actor, correlationId } = event.metadata;
    const data = event.data as Data;
    const groupId = idIn(data, 'groupId');
    const userId = personIn(data, actor);
    const causedBy = causeOf(event.metadata);
    return {
      id: event.position,
      at: Date.parse(event.recordedAt),
      kind,
      type: event.type,
      stream: event.stream,
      revision: event.revision,
      eventId: event.id,
      correlationId,
      ...(groupId === undefined ? {} : { groupId }),
      ...(UUID.test(actor) ? { actorId: actor } : { actor }),
      ...(userId === undefined ? {} : { userId }),
      ...(causedBy === undefined ? {} : { causedBy }),
      facts: factsOf(data),
    };
  };

const handlers = Object.fromEntries(
  eventCatalogue.flatMap(({ type, audit }) => (audit === undefined ? [] : [[type, [put('audit', line(audit))]]])),
) as Handlers;

/** Who did what to what and when, from the event log itself. Nothing is ever removed, because it only contains ids. */
export const audit: Model = {
  name: 'audit',
  version: 3,
  collections: ['audit'],
  on: handlers,
};
