import { type AuditKind, auditKinds } from '@quorum/contracts/wire/audit.ts';
import type { AnswerOf, QueryOf } from '@quorum/contracts/wire/routes.ts';
import { type AuditDocument, collections, type ReportDocument } from '@quorum/service-kit/documents/collections.ts';
import type { Query } from '@quorum/service-kit/ports/read-store.ts';
import type { Context } from '../context.ts';
import { presentLines } from './audit-lines.ts';

const MOST_OF_A_CHAIN = 500;
const MOST_CHECKED = 100;
const newestFirst = { field: 'place', direction: 'desc' } as const;

type Reads = Pick<Context, 'reads'>;
type Filter = QueryOf<'audit'>;

/**
 * A page of the history, newest first. Every index starts with the filter and a kind, so any filter takes one short query per
 * kind and per role that a person can have in an event.
 */
export const auditPage = async (context: Reads, filter: Filter): Promise<AnswerOf<'audit'>> => {
  const { kind, userId, limit } = filter;
  const parts: readonly Query['where'][] = userId === undefined ? [{}] : [{ actorId: userId }, { userId }];
  const kinds: readonly AuditKind[] = kind === undefined ? auditKinds : [kind];
  const queries = parts.flatMap((part) => kinds.map((one) => queryOf(filter, { ...part, kind: one })));
  const found = await Promise.all(
    queries.map((query) => context.reads.active.query<AuditDocument>(collections.audit.name, query)),
  );
  const byId = new Map(found.flat().map((document) => [document.id, document]));
  const all = [...byId.values()].sort((a, b) => (a.place < b.place ? 1 : -1));
  const page = all.slice(0, limit);
  return {
    lines: await presentLines(context, page),
    next: all.length > limit ? (page.at(-1)?.place ?? null) : null,
  };
};

const queryOf = ({ groupId, from, to, after, limit }: Filter, where: Query['where']): Query => ({
  where: groupId === undefined ? where : { ...where, groupId },
  ...(from === undefined && to === undefined
    ? {}
    : { range: { field: 'place', ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) } }),
  order: newestFirst,
  // One more than is shown, to know whether there is a next page.
  limit: limit + 1,
  ...(after === undefined ? {} : { after: { value: after, id: after.slice(after.indexOf(' ') + 1) } }),
});

/** Everything that followed from one request, oldest first. For a decision on a report, also what led to it. */
export const auditChain = async (
  context: Reads & Pick<Context, 'history'>,
  correlationId: string,
): Promise<AnswerOf<'auditChain'>> => {
  const { active } = context.reads;
  const chain = await active.query<AuditDocument>(collections.audit.name, {
    where: { correlationId },
    order: { field: 'place', direction: 'asc' },
    limit: MOST_OF_A_CHAIN,
  });
  const reportId = chain.find(({ kind }) => kind === 'report')?.facts.reportId;
  const report =
    typeof reportId === 'string' ? await active.get<ReportDocument>(collections.reports.name, reportId) : undefined;
  const earlier = report === undefined ? [] : await leadingTo(context, report);
  const own = new Set(chain.map(({ id }) => id));
  return {
    lines: await presentLines(context, chain),
    intact: await areIntact(context, chain),
    earlier: await presentLines(
      context,
      earlier.filter(({ id }) => !own.has(id)),
    ),
  };
};

/** Whether the hash chain confirms every event; `null` if there are too many to check now. */
const areIntact = async ({ history }: Pick<Context, 'history'>, chain: readonly AuditDocument[]) => {
  if (chain.length > MOST_CHECKED) return null;
  for (const { id } of chain) if (!(await history.isIntact(id))) return false;
  return true;
};

/** The report and the message it is about. */
const leadingTo = async ({ reads }: Reads, report: ReportDocument): Promise<readonly AuditDocument[]> => {
  const at = async (kind: AuditKind, actorId: string, instant: string) =>
    reads.active.query<AuditDocument>(collections.audit.name, {
      where: { actorId, kind },
      range: { field: 'place', from: instant, to: `${instant}~` },
      order: newestFirst,
      limit: 10,
    });
  const found = await Promise.all([
    at('report', report.reporterId, report.createdAt),
    at('message', report.reportedUserId, report.messagePostedAt),
  ]);
  return found
    .flat()
    .filter(({ stream }) => stream === `report-${report.id}` || stream === `message-${report.messageId}`);
};
