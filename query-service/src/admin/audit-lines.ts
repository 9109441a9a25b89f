import type { AuditLine, Named } from '@quorum/contracts/audit/wire.ts';
import type { AuditDocument } from '@quorum/service-kit/reads/audit.ts';
import { loadPeople, type Reading } from '../reading/context.ts';

const defined = (values: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
];

/** Lines as administrators read them. Names are joined at read time, so that erased people have none. */
export const presentLines = async (
  context: Reading,
  documents: readonly AuditDocument[],
): Promise<readonly AuditLine[]> => {
  const { active } = context.reads;
  const [people, groups, reports] = await Promise.all([
    loadPeople(context, defined(documents.flatMap(({ actorId, userId }) => [actorId, userId]))),
    active.getMany('groups', defined(documents.map(({ groupId }) => groupId))),
    active.getMany('reports', defined(documents.map(reviewedReport))),
  ]);
  const person = (_id: string): Named => {
    const found = people.get(_id);
    return { _id, name: `${found?.firstName ?? ''} ${found?.lastName ?? ''}`.trim() };
  };
  const group = (_id: string): Named => ({ _id, name: groups.get(_id)?.name ?? '' });
  return documents.map((document) => ({
    _id: document.eventId,
    at: new Date(document.at).toISOString(),
    kind: document.kind,
    type: document.type,
    stream: document.stream,
    revision: document.revision,
    actor: document.actorId === undefined ? productItself(document) : person(document.actorId),
    user: document.userId === undefined ? null : person(document.userId),
    group: document.groupId === undefined ? null : group(document.groupId),
    facts: document.facts,
    notes: reports.get(reviewedReport(document) ?? '')?.notes ?? null,
    correlationId: document.correlationId,
    causedBy: document.causedBy ?? null,
  }));
};

const reviewedReport = ({ type, facts }: AuditDocument): string | undefined =>
  type === 'ReportReviewed' && typeof facts.reportId === 'string' ? facts.reportId : undefined;

const productItself = ({ actor = '' }: AuditDocument): Named => ({ _id: actor, name: actor });
