import { preferencesStream } from '@quorum/domain/preferences/events.ts';
import { EventStoreDbEventLog } from '@quorum/infra/adapters/event-log/eventstoredb/eventstoredb-event-log.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { startProjections } from '@quorum/projections/start-projections.ts';
import { MemoryBus } from '@quorum/projections/testing/memory-bus.ts';
import { MemoryReadStore } from '@quorum/projections/testing/memory-read-store.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import pino from 'pino';
import { expect, it } from 'vitest';
import { startEventStoreServer } from './eventstore-server/server.ts';

const USER = '11111111-1111-4111-8111-111111111111';
const STREAM = preferencesStream(USER);
const METADATA = { actor: USER, commandId: 'c', correlationId: 'c', causationId: 'c' };
const pinned = (number: number) => ({
  type: 'GroupPreferencesChanged' as const,
  data: {
    userId: USER,
    groupId: `22222222-2222-4222-8222-${String(number).padStart(12, '0')}`,
    changes: { pinned: true },
  },
});

it('a subscription catches up with large commits, no matter how little the connection holds at a time', async () => {
  const server = await startEventStoreServer();
  const log = new EventStoreDbEventLog({ uri: server.uri });
  const events = new EncryptingEventStore({ log, keys: new CachingKeyStore(new MemoryKeyStore()), ids: systemIds });
  for (let page = 0; page < 20; page++) {
    const some = Array.from({ length: 250 }, (_, n) => pinned(250 * page + n));
    await events.append(STREAM, some, page === 0 ? 'none' : 250 * page - 1, METADATA);
  }
  const reads = new MemoryReadStore();
  const given = {
    events,
    reads,
    bus: new MemoryBus(),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    holder: 'one',
  };
  const projections = startProjections(given);
  try {
    const head = await log.head();
    await until(() => reads.commits.at(-1)?.to === head);
    const moving = reads.commits.filter(({ from, to }) => from !== to);
    expect(moving.length).toBeLessThanOrEqual(5_000 / 1_000 + 1);
  } finally {
    await projections.stop();
    await log.close();
    await server.kill();
  }
});
