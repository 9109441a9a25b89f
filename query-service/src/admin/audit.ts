import { type AuditKind, auditKinds } from '@quorum/contracts/audit/rules.ts';
import type { Named } from '@quorum/contracts/audit/wire.ts';
import type { AnswerOf, QueryOf } from '@quorum/contracts/routes.ts';
import type { Query } from '@quorum/service-kit/ports/read-store.ts';
import { type AuditDocument, type NameDocument, nameQuery } from '@quorum/service-kit/reads/audit.ts';
import type { Context, Reading } from '../reading/context.ts';
import { presentLines } from './audit-lines.ts';

/** Events of a chain in a response. Each is checked against the hash chain. */
const CHAIN_PAGE = 100;

const newestFirst = { field: 'at', direction: 'desc' } as const;

type Filter = QueryOf<'audit'>;

/**
 * A page of the history, newest first. Every index starts with the filter and a kind, so any filter takes one short query per
 * kind and per role that a person can have in an event.
 */
export const auditPage = async (context: Reading, filter: Filter): Promise<AnswerOf<'audit'>> => {
  const { kind, userId, limit } = filter;
  const parts: readonly Query['where'][] = userId === undefined ? [{}] : [{ actorId: userId }, { userId }];
  const kinds: readonly AuditKind[] = kind === undefined ? auditKinds : [kind];
  const queries = parts.flatMap((part) => kinds.map((one) => queryOf(filter, { ...part, kind: one })));
  const found = await Promise.all(queries.map((query) => context.reads.active.query('audit', query)));
  const byId = new Map(found.flat().map((document) => [document.id, document]));
  const all = [...byId.values()].sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  const page = all.slice(0, limit);
  const last = page.at(-1);
  return {
    lines: await presentLines(context, page),
    next: all.length > limit && last !== undefined ? placeOf(last) : null,
  };
};

/** Where a page ends, for the next one: time and position. */
const placeOf = ({ at, id }: AuditDocument): string => `${at} ${id}`;

const behind = (place: string): NonNullable<Query['after']> => ({
  value: Number(place.split(' ', 1)[0]),
  id: place.slice(place.indexOf(' ') + 1),
});

const rangeOf = ({ from, to }: Filter): NonNullable<Query['range']> => ({
  field: 'at',
  ...(from === undefined ? {} : { from: Date.parse(from) }),
  ...(to === undefined ? {} : { to: Date.parse(to) }),
});

const queryOf = (filter: Filter, where: Query['where']): Query => ({
  where: filter.groupId === undefined ? where : { ...where, groupId: filter.groupId },
  ...(filter.from === undefined && filter.to === undefined ? {} : { range: rangeOf(filter) }),
  order: newestFirst,
  // One more than is shown, to know whether there is a next page.
  limit: filter.limit + 1,
  ...(filter.after === undefined ? {} : { after: behind(filter.after) }),
});

/** A page of everything that followed from one request, oldest first. For a decision on a report, also what led to it. */
export const auditChain = async (
  context: Reading & Pick<Context, 'history'>,
  correlationId: string,
  after?: string,
): Promise<AnswerOf<'auditChain'>> => {
  const { active } = context.reads;
  const found = await active.query('audit', {
    where: { correlationId },
    // One more than is shown, to know whether there is a next page.
    limit: CHAIN_PAGE + 1,
    ...(after === undefined ? {} : { after: { id: after } }),
  });
  const chain = found.slice(0, CHAIN_PAGE);
  const last = found.length > CHAIN_PAGE ? chain.at(-1) : undefined;
  const earlier = after === undefined ? await leadingTo(context, chain) : [];
  const own = new Set(chain.map(({ id }) => id));
  return {
    lines: await presentLines(context, chain),
    intact: await areIntact(context, chain),
    next: last?.id ?? null,
    earlier: await presentLines(
      context,
      earlier.filter(({ id }) => !own.has(id)),
    ),
  };
};

/** Whether the hash chain confirms every event. */
const areIntact = async ({ history }: Pick<Context, 'history'>, chain: readonly AuditDocument[]): Promise<boolean> => {
  for (const { id } of chain) if (!(await history.isIntact(id))) return false;
  return true;
};

/** The report that the chain decides on, and the message it is about. */
const leadingTo = async ({ reads }: Reading, chain: readonly AuditDocument[]): Promise<readonly AuditDocument[]> => {
  const reportId = chain.find(({ kind }) => kind === 'report')?.facts.reportId;
  const report = typeof reportId === 'string' ? await reads.active.get('reports', reportId) : undefined;
  if (report === undefined) return [];
  const at = async (kind: AuditKind, actorId: string, instant: string) =>
    reads.active.query('audit', {
      where: { actorId, kind, at: Date.parse(instant) },
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

/** People and groups with a word in their name that starts with the text. */
export const auditNames = async ({ reads }: Reading, text: string): Promise<AnswerOf<'auditNames'>> => {
  const found = async (kind: NameDocument['kind']): Promise<readonly Named[]> => {
    const documents = await reads.active.query('names', nameQuery(kind, text));
    const ordered = [...documents].sort((a, b) => (a.words < b.words ? -1 : 1));
    return [...new Map(ordered.map(({ subject, name }) => [subject, { _id: subject, name }])).values()];
  };
  const [people, groups] = await Promise.all([found('person'), found('group')]);
  return { people, groups };
};
