import { auditKinds } from '@quorum/contracts/audit/rules.ts';
import type { QueryOf } from '@quorum/contracts/routes.ts';
import { SqliteReadStore } from '@quorum/infra/adapters/read-store/sqlite/sqlite-read-store.ts';
import { auditPage } from '@quorum/query-service/admin/audit.ts';
import type { AuditDocument } from '@quorum/service-kit/reads/audit.ts';
import { collections } from '@quorum/service-kit/reads/collections.ts';
import type { Measurement } from './measure.ts';
import { inFolder } from './support/in-folder.ts';

const EVENTS = Number(process.env.AUDIT_EVENTS ?? 1_000_000);
/** Limit for one page, in milliseconds. */
const REACH = 100;
const PEOPLE = 2_000;
const GROUPS = 200;
const BATCH = 5_000;

const uuid = (family: number, index: number): string =>
  `0000000${family}-0000-4000-8000-${String(index).padStart(12, '0')}`;

/** A few people and groups produce most of the history, so that filters match much or little. */
const skewed = (index: number, most: number): number => Math.floor((((index * 7919) % 9973) ** 2 / 9973 ** 2) * most);

const documentAt = (index: number): AuditDocument => {
  const position = String(index).padStart(16, '0');
  return {
    id: position,
    at: Date.UTC(2026, 0, 1) + index * 1_000,
    kind: auditKinds[index % 50 < 40 ? 5 : index % auditKinds.length] ?? 'message',
    type: 'MessagePosted',
    stream: `message-${uuid(4, index)}`,
    revision: 0,
    eventId: uuid(5, index),
    correlationId: uuid(6, index >> 1),
    groupId: uuid(2, skewed(index + 13, GROUPS)),
    actorId: uuid(1, skewed(index, PEOPLE)),
    ...(index % 10 === 0 ? { userId: uuid(1, skewed(index + 5, PEOPLE)) } : {}),
    facts: { kind: 'text' },
  };
};

const fill = async (reads: SqliteReadStore): Promise<void> => {
  const generation = { model: 'audit', generation: '1-1', collections: [collections.audit] };
  const others = {
    model: 'others',
    generation: '1-1',
    collections: [collections.users, collections.groups, collections.reports],
  };
  for (const one of [generation, others]) {
    await reads.prepare(one);
    await reads.activate(one);
  }
  for (let from = '', start = 0; start < EVENTS; start += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, EVENTS - start) }, (_, nth) => documentAt(start + nth));
    const to = batch.at(-1)?.id ?? from;
    const writes = batch.map((put) => ({ collection: 'audit', put }));
    await reads.commit({ models: [generation], from, to, writes, changes: [] });
    from = to;
  }
};

type Filter = Partial<QueryOf<'audit'>>;

const filters = (): readonly Filter[] => {
  const [groupId, userId, rare] = [uuid(2, 0), uuid(1, 0), uuid(1, PEOPLE - 2)];
  const middle = new Date(Date.UTC(2026, 0, 1) + (EVENTS / 2) * 1_000).toISOString();
  const single: readonly Filter[] = [
    {},
    { groupId },
    { userId },
    { userId: rare },
    { kind: 'message' },
    { kind: 'report' },
    { groupId, userId },
    { groupId, userId: rare },
    { groupId, kind: 'report' },
    { userId, kind: 'file' },
    { groupId, userId, kind: 'admin' },
  ];
  return single.flatMap((filter) => [filter, { ...filter, to: middle }, { ...filter, from: middle }]);
};

/** @returns milliseconds of the slowest page among the first three of every filter. */
const slowestPage = async (reads: SqliteReadStore): Promise<number> => {
  let slowest = 0;
  for (const filter of filters()) {
    let after: string | null = '';
    for (let page = 0; page < 3 && after !== null; page++) {
      const asked = performance.now();
      const from = after === '' ? {} : { after };
      const answer = await auditPage({ reads }, { limit: 50, ...filter, ...from });
      slowest = Math.max(slowest, performance.now() - asked);
      after = answer.next;
    }
  }
  return slowest;
};

/** Reads pages of a long audit history by every filter, and measures the cost of writing it. */
export const run = (): Promise<readonly Measurement[]> =>
  inFolder(async (folder) => {
    const reads = await SqliteReadStore.open({ folder });
    try {
      await fill(reads);
      const slowest = await slowestPage(reads);
      return [
        {
          what: `Slowest of the first pages of the audit of ${EVENTS.toLocaleString('en-US')} events, by every filter`,
          against: 'its limit',
          baseline: REACH,
          ours: slowest,
          unit: 'ms',
          ratio: slowest / REACH,
          reach: `< ${REACH} ms`,
          reached: slowest < REACH,
        },
      ];
    } finally {
      await reads.close();
    }
  });
