import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streamOf } from '@quorum/domain/testing/recorded-events.ts';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-log.ts';
import { SqliteReadStore } from '@quorum/infra/adapters/read-store/sqlite/sqlite-read-store.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { type Projections, startProjections } from '@quorum/projections/start-projections.ts';
import { MemoryBus } from '@quorum/projections/testing/memory-bus.ts';
import {
  accountDeleted,
  ada,
  ben,
  club,
  deletedMessage,
  founded,
  hello,
  joined,
  posted,
  reacted,
  read,
  registered,
  scheduled,
} from '@quorum/projections/testing/people.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const METADATA = { actor: 'test', commandId: 'test', correlationId: 'test', causationId: 'test' };
const id = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

let folder: string;
let log: SqliteEventLog;
let reads: SqliteReadStore;
let keys: CachingKeyStore;
let events: EncryptingEventStore;
let projections: Projections;

const start = (): Projections =>
  startProjections({
    events,
    reads,
    bus: new MemoryBus(),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    holder: 'test',
  });

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
  keys = new CachingKeyStore(new MemoryKeyStore());
  events = new EncryptingEventStore({ log, keys, ids: systemIds });
  projections = start();
});

afterEach(async () => {
  await projections.stop();
  await reads.close();
  await log.close();
  await rm(folder, { recursive: true });
});

it('the running models equal a rebuild over the embedded engines, across restarts and an erasure (CQRS-04)', async () => {
  await add(registered(ada), registered(ben), founded(club, ada), joined(club, ben), scheduled(id(0), club, ben));
  for (let i = 1; i <= 40; i += 1)
    await add(posted(id(i), { senderId: i % 3 === 0 ? ben : ada, text: `see example.com/${i}` }));
  await caughtUp();
  await projections.stop();
  projections = start();
  await add(
    reacted(id(2), ben, '🎉'),
    reacted(id(3), ada, '👍'),
    read(ben, id(20)),
    deletedMessage(id(4)),
    posted(hello),
  );
  await keys.destroy(`user-${ben}`);
  await add(accountDeleted(ben));
  await caughtUp();

  expect(await reads.active.count('messages', { where: { groupId: club } }, 100)).toBe(28);
  expect(await reads.active.get('users', ben)).toBeUndefined();
  expect(await projections.verify()).toEqual([]);
  await projections.rebuild();
  expect(await projections.verify()).toEqual([]);
  expect(await reads.active.get('messages', hello)).toMatchObject({ text: 'Who brings the book?' });
  expect(await reads.sequence(`group-${club}`)).toBe(47);
  expect((await projections.status()).parked).toBe(0);
});
