import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDbEventLog } from '@quorum/infra/adapters/event-log/eventstoredb/eventstoredb-event-log.ts';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-log.ts';
import { SqliteKeyStore } from '@quorum/infra/adapters/key-store/sqlite-key-store.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import { ItemKeyStore } from '@quorum/service-kit/event-store/item-key-store.ts';
import type { EventLog } from '@quorum/service-kit/ports/event-log.ts';
import type { KeyStore } from '@quorum/service-kit/ports/key-store.ts';
import { eventStoreSuite } from '@quorum/service-kit/testing/event-store-suite.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { startEventStoreServer } from '../../engines/eventstore-server/server.ts';

const over = (log: EventLog, innerKeys: KeyStore, dispose: () => Promise<void>) => {
  const keys = new CachingKeyStore(innerKeys);
  return {
    store: new EncryptingEventStore({ log, keys, ids: systemIds }),
    destroyKey: (subject: string) => new ItemKeyStore(keys).destroy(subject),
    dispose: async () => {
      await log.close();
      await keys.close();
      await dispose();
    },
  };
};

eventStoreSuite('SQLite log and keys', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'event-store-'));
  const log = await SqliteEventLog.open({ folder });
  const keys = await SqliteKeyStore.open({ folder, masterKey: Buffer.alloc(32, 1) });
  return over(log, keys, () => rm(folder, { recursive: true }));
});

eventStoreSuite('EventStoreDB log (test server)', async () => {
  const server = await startEventStoreServer();
  return over(new EventStoreDbEventLog({ uri: server.uri }), new MemoryKeyStore(), () => server.kill());
});
