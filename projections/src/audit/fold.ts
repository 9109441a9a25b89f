import type { AuditFacts } from '@quorum/contracts/audit/wire.ts';
import { ID_FORM } from '@quorum/contracts/text/id-form.ts';
import type { AuditRule } from '@quorum/domain/audit-rule.ts';
import { eventCatalogue } from '@quorum/domain/event-catalogue.ts';
import type { EventMetadata, StoredEvent } from '@quorum/domain/stored-event.ts';
import type { AuditDocument } from '@quorum/service-kit/reads/audit.ts';
import { type Handlers, type Model, put } from '../model.ts';

type Data = { readonly [name: string]: unknown };

const idIn = (data: Data, field: string): string | undefined => {
  const value = data[field];
  return typeof value === 'string' && ID_FORM.test(value) ? value : undefined;
};

const factsOf = (data: Data, names: readonly string[]): AuditFacts =>
  Object.fromEntries(names.flatMap((name) => (data[name] === null ? [] : [[name, data[name] as string | number]])));

/** A process manager's command id names the event that it reacts to: `{manager}:{event}[:{step}]`. */
const causeOf = ({ actor, causationId }: EventMetadata): string | undefined =>
  actor.startsWith('system:') ? causationId.split(':')[1] : undefined;

const line =
  ({ kind, person = '', facts = [] }: Pick<AuditRule<never>, 'kind' | 'facts' | 'person'>) =>
  (event: StoredEvent): AuditDocument => {
    const { actor, correlationId } = event.metadata;
    const data = event.data as Data;
    const groupId = idIn(data, 'groupId');
    const userId = idIn(data, person);
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
      ...(ID_FORM.test(actor) ? { actorId: actor } : { actor }),
      ...(userId === undefined || userId === actor ? {} : { userId }),
      ...(causedBy === undefined ? {} : { causedBy }),
      facts: factsOf(data, facts),
    };
  };

const handlers = Object.fromEntries(
  eventCatalogue.flatMap(({ type, audit }) => (audit === 'unlisted' ? [] : [[type, [put('audit', line(audit))]]])),
) as Handlers;

/** Who did what to whom, and when. Nothing is ever removed, because it contains only ids. */
export const audit = {
  name: 'audit',
  version: 4,
  collections: ['audit'],
  on: handlers,
} satisfies Model;
