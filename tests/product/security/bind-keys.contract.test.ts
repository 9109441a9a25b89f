import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { personSubject } from '@quorum/domain/event-definition.ts';
import { sampleEvent, sampleIds } from '@quorum/domain/testing/sample-events.ts';
import { EventStoreDbEventLog } from '@quorum/infra/adapters/event-log/eventstoredb/eventstoredb-event-log.ts';
import { SqliteEventLog } from '@quorum/infra/adapters/event-log/sqlite/sqlite-event-log.ts';
import { systemIds } from '@quorum/infra/adapters/system-ids.ts';
import { bindKeys, WrongKeysError } from '@quorum/service-kit/event-store/bind-keys.ts';
import { CachingKeyStore } from '@quorum/service-kit/event-store/caching-key-store.ts';
import { EncryptingEventStore } from '@quorum/service-kit/event-store/encrypting-event-store.ts';
import type { EventLog } from '@quorum/service-kit/ports/event-log.ts';
import { type KeyStore, KeysUnavailableError } from '@quorum/service-kit/ports/key-store.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEventStoreServer } from '../../engines/eventstore-server/server.ts';

type OpenedLog = { readonly log: EventLog; readonly dispose: () => Promise<void> };

const sqliteLog = async (): Promise<OpenedLog> => {
  const folder = await mkdtemp(join(tmpdir(), 'bind-keys-'));
  const log = await SqliteEventLog.open({ folder });
  return { log, dispose: () => rm(folder, { recursive: true }) };
};

const serverLog = async (): Promise<OpenedLog> => {
  const server = await startEventStoreServer();
  return { log: new EventStoreDbEventLog({ uri: server.uri }), dispose: () => server.kill() };
};

describe.each([
  ['SQLite', sqliteLog],
  ['EventStoreDB (test server)', serverLog],
] as const)('keys that belong to a log: %s', (name, openLog) => {
  let opened: OpenedLog;
  let keys: KeyStore;
  const masterSecret = randomBytes(32);
  beforeEach(async () => {
    opened = await openLog();
    keys = new MemoryKeyStore();
  });
  afterEach(async () => {
    await opened.log.close();
    await opened.dispose();
  });

  const eventsOver = (store: KeyStore) =>
    new EncryptingEventStore({ log: opened.log, keys: new CachingKeyStore(store), ids: systemIds });
  const bindWith = (store: KeyStore, secret: Uint8Array = masterSecret) =>
    bindKeys({ log: opened.log, events: eventsOver(store), keys: store, masterSecrets: [secret], ids: systemIds });
  const types = async () => (await opened.log.readAll('', 100)).map(({ type }) => type);
  const metadata = { actor: sampleIds.ada, commandId: 'c', correlationId: 'c', causationId: 'c' };
  /** Data of an unreleased version: events without a binding. */
  const writeEarlier = async () => {
    const events = eventsOver(keys);
    await events.append('user-a', [sampleEvent('UserRegistered'), sampleEvent('NameChanged')], 'none', metadata);
    await events.append('group-a', [sampleEvent('GroupCreated')], 'none', metadata);
  };

  it(`keys are bound to an empty log by its first event, once, no matter how often it starts, on ${name} (SAFE-15)`, async () => {
    await bindWith(keys);
    await bindWith(keys);
    expect(await types()).toEqual(['KeysBound']);
  });

  it(`keys are not reported as wrong while their store does not answer, on ${name} (SAFE-15)`, async () => {
    await bindWith(keys);
    const silent = Object.assign(Object.create(keys) as KeyStore, {
      find: () => Promise.reject(new KeysUnavailableError('The key store does not answer.')),
    });
    await expect(bindWith(silent)).rejects.toThrow(KeysUnavailableError);
  });

  it(`keys are bound once when ten services start at once, on ${name} (SAFE-15)`, async () => {
    await Promise.all(Array.from({ length: 10 }, () => bindWith(keys)));
    expect(await types()).toEqual(['KeysBound']);
    expect(await keys.subjects(10)).toEqual(['log']);
  });

  it(`keys are refused with another master key, and nothing is written, on ${name} (SAFE-15)`, async () => {
    await bindWith(keys);
    await expect(bindWith(keys, randomBytes(32))).rejects.toThrow(/^MASTER_KEY .*event log was written with/);
    expect(await types()).toEqual(['KeysBound']);
  });

  it(`keys are refused when the store is empty or belongs to another log, and no new key is made, on ${name} (SAFE-15)`, async () => {
    await bindWith(keys);
    const empty = new MemoryKeyStore();
    await expect(bindWith(empty)).rejects.toThrow(/^The key store is not the one/);
    expect(await empty.subjects(1)).toEqual([]);

    const other = new MemoryKeyStore();
    await other.obtain('log');
    await expect(bindWith(other)).rejects.toThrow(WrongKeysError);
    expect(await types()).toEqual(['KeysBound']);
  });

  it(`keys are refused beside an empty log when they belong to another one, on ${name} (SAFE-15)`, async () => {
    await keys.obtain(personSubject(sampleIds.ada));
    await expect(bindWith(keys)).rejects.toThrow(/^The event log is empty/);
    expect(await types()).toEqual([]);
  });

  it(`keys are bound after a start that died between key and event, on ${name}`, async () => {
    await keys.obtain('log');
    await bindWith(keys);
    expect(await types()).toEqual(['KeysBound']);
  });

  it(`keys are not bound to a log of an unreleased version, which has no binding, on ${name} (RUN-14)`, async () => {
    await writeEarlier();
    await expect(bindWith(keys)).rejects.toThrow(
      'The event log does not begin like one of this product: check EVENTSTORE_URI and EVENTSTORE_PREFIX. (A version before 0.1.0 wrote such logs, which this version cannot read.)',
    );
    expect(await types()).not.toContain('KeysBound');
  });
});
