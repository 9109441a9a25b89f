import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventLog } from '@quorum/contracts/ports/event-log.ts';
import type { KeyStore } from '@quorum/contracts/ports/key-store.ts';
import { eventStoreSuite } from '@quorum/contracts/testing/event-store-suite.ts';
import { startEventStoreServer } from '../../testing/eventstore-server/server.ts';
import { EventStoreDbEventLog } from '../event-log/eventstoredb-event-log.ts';
import { SqliteEventLog } from '../event-log/sqlite-event-log.ts';
import { CachingKeyStore } from '../key-store/caching-key-store.ts';
import { MemoryKeyStore } from '../key-store/memory-key-store.ts';
import { SqliteKeyStore } from '../key-store/sqlite-key-store.ts';
import { systemIds } from '../system-ids.ts';
import { EncryptingEventStore } from './encrypting-event-store.ts';

const over = (log: EventLog, innerKeys: KeyStore, dispose: () => Promise<void>) => {
  const keys = new CachingKeyStore(innerKeys);
  return {
    store: new EncryptingEventStore({ log, keys, ids: systemIds }),
    destroyKey: (subject: string) => keys.destroy(subject),
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
