import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { streamOf } from '@quorum/domain/testing/recorded-events.ts';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-log.ts';
import { SqliteReadStore } from '@quorum/infra/adapters/read-store/sqlite/sqlite-read-store.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { type Projections, startProjections } from '@quorum/projections/start-projections.ts';
import { MemoryBus } from '@quorum/projections/testing/memory-bus.ts';
import { ada, club, founded, hello, posted, reacted, registered } from '@quorum/projections/testing/people.ts';
import { reactionsTo } from '@quorum/query-service/message/reactions.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import type { Reads } from '@quorum/service-kit/reads/collections.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const METADATA = { actor: 'test', commandId: 'test', correlationId: 'test', causationId: 'test' };
const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

let folder: string;
let log: SqliteEventLog;
let reads: SqliteReadStore;
let events: EncryptingEventStore;
let projections: Projections;

const add = async (...happened: Parameters<typeof streamOf>[0][]): Promise<void> => {
  for (const event of happened) {
    const { length } = await log.read(streamOf(event));
    await events.append(streamOf(event), [event], length === 0 ? 'none' : length - 1, METADATA);
  }
};

const caughtUp = (): Promise<void> =>
  vi.waitFor(async () => expect((await projections.status()).checkpoint).toBe(await events.head()));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'projections-'));
  log = await SqliteEventLog.open({ folder });
  reads = await SqliteReadStore.open({ folder });
  events = new EncryptingEventStore({ log, keys: new CachingKeyStore(new MemoryKeyStore()), ids: systemIds });
  projections = startProjections({
    events,
    reads,
    bus: new MemoryBus(),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    holder: 'test',
  });
});

afterEach(async () => {
  await projections.stop();
  await reads.close();
  await log.close();
  await rm(folder, { recursive: true });
});

it('thousands of reactions are counted in the store, and those of a reader are shown (CHAT-18, API-15)', async () => {
  const quiet = id(1);
  await add(registered(ada), founded(club, ada), posted(hello), posted(quiet), reacted(quiet, ada, '🔥'));
  const crowd = Array.from({ length: 2_100 }, (_, at) => reacted(hello, id(1_000 + at), at % 3 === 0 ? '🎉' : '👍'));
  const [first] = crowd as [DomainEvent];
  await events.append(streamOf(first), crowd, 0, METADATA);
  await caughtUp();
  let documents = 0;
  const active = {
    query: async (...asked: Parameters<typeof reads.active.query>) => {
      const found = await reads.active.query(...asked);
      documents += found.length;
      return found;
    },
    count: reads.active.count.bind(reads.active),
    getMany: reads.active.getMany.bind(reads.active),
  } as unknown as Reads;

  const reader = id(3_099);
  const views = await reactionsTo(active, [hello, quiet], reader);
  const counts = views.get(hello)?.map(({ emoji, count }) => [emoji, count] as const);
  expect(new Map(counts)).toEqual(
    new Map([
      ['🎉', 700],
      ['👍', 1_400],
    ]),
  );
  const listed = views.get(hello)?.flatMap(({ users }) => users) ?? [];
  expect(listed).toContain(reader);
  expect(listed).toHaveLength(52);
  expect(views.get(quiet)).toEqual([{ emoji: '🔥', users: [ada], count: 1 }]);
  expect(documents).toBeLessThan(2_100);
  expect((await reactionsTo(active, [hello], undefined)).get(hello)?.flatMap(({ users }) => users)).toHaveLength(51);
});
