import { expect, it } from 'vitest';
import type { EventLog, RecordedEvent } from '../ports/event-log.ts';
import { MemoryKeyStore } from '../testing/memory-key-store.ts';
import { turnsDuring } from '../testing/turns-during.ts';
import { CachingKeyStore } from './caching-key-store.ts';
import { EncryptingEventStore } from './encrypting-event-store.ts';

const uuid = (digit: number): string => `${digit}0000000-0000-4000-8000-000000000001`;
const recorded = (revision: number): RecordedEvent => {
  const by = { actor: uuid(1), commandId: 'c', correlationId: 'c', causationId: 'c' };
  return {
    id: `e${revision}`,
    stream: 'entry-1',
    revision,
    position: String(revision),
    type: 'EntryCancelled',
    data: JSON.stringify({ entryId: uuid(2), groupId: 'my-q', creatorId: uuid(1) }),
    metadata: JSON.stringify({ ...by, recordedAt: '2026-05-14T10:00:00.000Z', schemaVersion: 1 }),
  } as unknown as RecordedEvent;
};

it('reading a long stream lets others have their turn in between (SAFE-06)', async () => {
  const events = Array.from({ length: 1_000 }, (_, revision) => recorded(revision));
  const log = { read: async () => events } as unknown as EventLog;
  const ids = { uuid: () => uuid(3), bytes: () => new Uint8Array(12), integer: () => 0 };
  const store = new EncryptingEventStore({ log, keys: new CachingKeyStore(new MemoryKeyStore()), ids });
  const read = store.read('entry-1');
  expect(await turnsDuring(read)).toBeGreaterThanOrEqual(4);
  expect((await read).map(({ revision }) => revision)).toEqual(events.map(({ revision }) => revision));
});
