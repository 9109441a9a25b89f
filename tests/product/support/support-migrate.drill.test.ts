import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { LOG_SUBJECT, ROOT_SUBJECT } from '@quorum/domain/keys/events.ts';
import { lockDataFolder } from '@quorum/infra/adapters/data-folder-lock.ts';
import { ErasedList } from '@quorum/infra/adapters/erased-list.ts';
import { EventStoreDbEventLog } from '@quorum/infra/adapters/event-log/eventstoredb/eventstoredb-event-log.ts';
import { dataFolder } from '@quorum/infra/processes/engines/data-folder.ts';
import { readSettings } from '@quorum/infra/processes/settings/settings.ts';
import { readCall } from '@quorum/infra/processes/support/command-line.ts';
import { migrate } from '@quorum/infra/processes/support/commands/migrate.ts';
import { moveStores } from '@quorum/infra/processes/support/move-stores.ts';
import { asDataFolder, openStores, type Stores } from '@quorum/infra/processes/support/stores.ts';
import { contentOf } from '@quorum/infra/processes/support/verify-move.ts';
import { BEFORE_FIRST, type EventLog } from '@quorum/service-kit/ports/event-log.ts';
import type { WrappedKeyStore } from '@quorum/service-kit/ports/wrapped-key-store.ts';
import { memoryFileStore } from '@quorum/service-kit/testing/memory-file-store.ts';
import { MemoryKeyStore } from '@quorum/service-kit/testing/memory-key-store.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreServer, startEventStoreServer } from '../../engines/eventstore-server/server.ts';
import { openDataFile } from '../../support/data-file.ts';
import { countingAppends, killedAfter } from '../../support/processes/killable-stores.ts';

const TIME = '2026-05-14T10:42:00.000Z';
const STREAMS = ['keys', 'group-1', 'message-1', 'group-1', 'message-2', 'group-1'];

let server: EventStoreServer;
beforeAll(async () => {
  server = await startEventStoreServer();
});
afterAll(() => server.kill());

let folder: string;
let source: Stores;
const opened: { close(): Promise<void> }[] = [];
const keep = <T extends { close(): Promise<void> }>(store: T): T => {
  opened.unshift(store);
  return store;
};
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

const settingsOf = (dataDir: string, more: Readonly<Record<string, string>> = {}) =>
  readSettings({ DATA_DIR: dataDir, MASTER_KEY, ...more }, { sendsSms: false, answersPeople: false });

const embedded = async (name: string): Promise<Stores> =>
  keep(
    await openStores(asDataFolder(settingsOf(folder), join(folder, name)), {
      readOnly: false,
      clock: { now: () => Date.parse(TIME) },
    }),
  );

/** A key store in memory, with the functions that a move uses. */
class TargetKeys extends MemoryKeyStore {
  async adopt(subject: string, key: Uint8Array): Promise<Uint8Array | null> {
    if (!(await this.subjects(1_000)).includes(subject)) {
      await this.obtain(subject);
      await this.replace(subject, () => key);
    }
    return this.obtain(subject);
  }

  async masterKeys(): Promise<readonly Uint8Array[]> {
    return [new Uint8Array(32)];
  }
}

/** A log on the server. Its keys and files are in memory, behind the same ports as those in MongoDB. */
const onServer = (): Stores => {
  const prefix = `${randomUUID()}-`;
  return {
    eventLog: keep(new EventStoreDbEventLog({ uri: server.uri, prefix })),
    keys: new TargetKeys() as unknown as WrappedKeyStore,
    files: memoryFileStore(),
    erased: new ErasedList(join(folder, `${prefix}erased.list`)),
    close: async () => {},
  };
};

const eventsOf = (log: EventLog) => log.readAll(BEFORE_FIRST, 1_000);
const contentsOf = async (log: EventLog) => (await eventsOf(log)).map(contentOf);

const append = (log: EventLog, stream: string, revision: number, recordedAt: string) => {
  const [id, metadata] = [randomUUID(), JSON.stringify({ actor: 'maya', schemaVersion: 1, recordedAt })];
  const event = { id, type: 'Noted', data: `{"of":"${stream}","n":${revision}}`, metadata };
  return log.append(stream, [event], revision === 0 ? 'none' : revision - 1);
};

const fill = async ({ eventLog, keys, files, erased }: Stores): Promise<void> => {
  for (const subject of [ROOT_SUBJECT, LOG_SUBJECT, 'user-maya', 'user-tom']) await keys.obtain(subject);
  await keys.replace('user-maya', (key) => Buffer.concat([key, key]));
  await erased.note('key', 'user-tom');
  await keys.destroy('user-tom');
  await files.write('picture', Readable.from([Buffer.from('a picture')]));
  const revisions = new Map<string, number>();
  for (const [index, stream] of STREAMS.entries()) {
    const revision = revisions.get(stream) ?? 0;
    await append(eventLog, stream, revision, index === 0 ? TIME : `2026-05-14T10:43:0${index}.000Z`);
    revisions.set(stream, revision + 1);
  }
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quorum-migrate-'));
  source = await embedded('source');
  await fill(source);
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true, force: true });
});

const move = (from: Stores, to: Stores, isUntouched = true) =>
  moveStores({
    ...{ from, to, pipelined: false, targetLog: 'The target log', targetStore: 'The target', onProgress: () => {} },
    isUntouched: async () => isUntouched && (await to.keys.subjects(1)).length === 0,
  });

describe('moving to servers', () => {
  it('moving to servers continues after a kill at any write, stores no event twice, and lets nothing start before the end (REPLAY-02, SAFE-15)', async () => {
    const wanted = await contentsOf(source.eventLog);
    let kills = 0;
    for (let isKilled = true; isKilled; kills += 1) {
      const target = onServer();
      isKilled = await move(source, killedAfter(kills + 1, target)).then(
        () => false,
        () => true,
      );
      const before = (await eventsOf(target.eventLog)).length;
      // The log's key comes last: without it, no process starts.
      const hasLogKey = (await target.keys.find([LOG_SUBJECT])).size > 0;
      if (hasLogKey) expect(before).toBe(wanted.length);
      const { counter, stores } = countingAppends(target);
      await move(source, stores);
      expect(counter.appends).toBe(wanted.length - before);
      expect(await contentsOf(target.eventLog)).toEqual(wanted);
      expect((await target.keys.find([LOG_SUBJECT])).size).toBe(1);
      expect(await target.erased.lines()).toEqual(['key user-tom']);
    }
    expect(kills).toBeGreaterThan(STREAMS.length);
  });

  it('moving to servers carries over erasures made between an interrupted move and its continuation (REPLAY-02, SAFE-01)', async () => {
    for (const subject of ['number-1', 'addresses']) await source.keys.obtain(subject);
    await source.keys.replace('addresses', (key) => Buffer.concat([key, key]));
    await source.files.write('note', Readable.from([Buffer.from('a note')]));
    const target = onServer();
    // Everything but the events.
    const { eventLog } = target;
    const cut = { append: () => Promise.reject(new Error('killed')), readAll: eventLog.readAll.bind(eventLog) };
    await expect(move(source, { ...target, eventLog: cut as unknown as EventLog })).rejects.toThrow('killed');
    expect((await target.keys.find(['user-maya', 'number-1'])).size).toBe(2);

    await source.keys.destroy('user-maya');
    const number = (await source.keys.find(['number-1'])).get('number-1') as Uint8Array;
    await source.keys.forget('number-1', number);
    await source.files.remove('note');
    // Of two keys in a row, the older one is destroyed when its time is over.
    await source.keys.replace('addresses', (row) => row.subarray(32));
    await move(source, target);
    expect(await target.keys.obtain('user-maya')).toBeNull();
    expect(await target.keys.find(['addresses'])).toEqual(await source.keys.find(['addresses']));
    expect(await target.keys.subjects(10)).not.toContain('number-1');
    expect(await target.files.read('note')).toBeUndefined();
  });
});

describe('moving to servers and back', () => {
  it('moving to servers and back keeps ids, order, times, metadata, keys, files and erasures (REPLAY-02, CQRS-09, SAFE-01)', async () => {
    const target = onServer();
    const there = await move(source, target);
    const home = await embedded('home');
    await expect(move(target, killedAfter(10, home))).rejects.toThrow('killed');
    const part = (await eventsOf(home.eventLog)).length;
    expect([part > 0, part < STREAMS.length]).toEqual([true, true]);
    const back = await move(target, home);

    expect(there.events).toBe(STREAMS.length);
    expect(back).toEqual(there);
    for (const stores of [target, home]) {
      expect(await contentsOf(stores.eventLog)).toEqual(await contentsOf(source.eventLog));
      for await (const fault of stores.eventLog.verify()) expect.unreachable(JSON.stringify(fault));
      expect(await stores.keys.find(['user-maya', 'user-tom'])).toEqual(await source.keys.find(['user-maya']));
      expect(await stores.keys.obtain('user-tom')).toBeNull();
      expect(await stores.erased.lines()).toEqual(['key user-tom']);
      const file = await stores.files.read('picture');
      expect(await text(file?.stream as Readable)).toBe('a picture');
    }
    const [oldest] = await eventsOf(home.eventLog);
    expect(JSON.parse(oldest?.metadata ?? '')).toMatchObject({ recordedAt: TIME });
  });

  it('moving to servers and back compares everything at the end and refuses a copy that differs (SAFE-15)', async () => {
    const target = onServer();
    const files = {
      ...target.files,
      write: (id: string, picture: Readable) => {
        picture.destroy();
        return target.files.write(id, Readable.from(['another']));
      },
    };
    await expect(move(source, { ...target, files })).rejects.toThrow(
      'The files of the copy are not those of the source.',
    );

    const other = onServer();
    const { eventLog: log } = other;
    const altering = {
      append: (...given: Parameters<EventLog['append']>) => {
        const [stream, events, expected] = given;
        return log.append(
          stream,
          events.map((event) => ({ ...event, data: '{}' })),
          expected,
        );
      },
    };
    const eventLog = new Proxy(log, {
      get: (_, name) => {
        const member = Reflect.get(name === 'append' ? altering : log, name) as unknown;
        return typeof member === 'function' ? member.bind(log) : member;
      },
    });
    await expect(move(source, { ...other, eventLog })).rejects.toThrow(
      'The events of the copy are not those of the source.',
    );
    for (const { keys } of [target, other]) expect((await keys.find([LOG_SUBJECT])).size).toBe(0);
  });
});

describe('refused moves', () => {
  it('a move is refused when the target holds another log, or other data (REPLAY-02)', async () => {
    const strange = onServer();
    await append(strange.eventLog, 'group-9', 0, TIME);
    await expect(move(source, strange)).rejects.toThrow('The target log contains another log: choose an empty one.');
    const filled = onServer();
    await expect(move(source, filled, false)).rejects.toThrow(
      'The target contains other data: choose an empty target.',
    );
    await filled.keys.obtain(ROOT_SUBJECT);
    await expect(move(source, filled)).rejects.toThrow('The target contains other data: choose an empty target.');
    expect(await filled.keys.subjects(10)).toEqual([ROOT_SUBJECT]);
  });

  it('a move is refused when it was completed and either side has changed since (REPLAY-02)', async () => {
    const target = onServer();
    await move(source, target);
    await append(target.eventLog, 'group-2', 0, TIME);
    await expect(move(source, target)).rejects.toThrow('The target log has grown since it was moved');
    const second = onServer();
    await move(source, second);
    await append(source.eventLog, 'group-3', 0, TIME);
    await expect(move(source, second)).rejects.toThrow('This log was moved before and has grown since');
  });

  it('a move is refused when an event of the source was altered (AUDIT-04)', async () => {
    const db = openDataFile(dataFolder(join(folder, 'source')).events, {}, MASTER_KEY);
    db.prepare(`UPDATE events SET data = '{}' WHERE position = 3`).run();
    db.close();
    const target = onServer();
    await expect(move(source, target)).rejects.toThrow(
      'The log to be moved is not intact: event 0 of message-1 is altered.',
    );
    expect(await eventsOf(target.eventLog)).toEqual([]);
  });

  it('a move is refused while a product uses the data folder, and without a target or its addresses (REPLAY-01, REPLAY-02)', async () => {
    const call = (...args: string[]) => {
      const read = readCall(['migrate', ...args], {});
      if ('help' in read) throw new Error('help was not asked for');
      return read.supportCall;
    };
    const dataDir = join(folder, 'source');
    const run = (more: Readonly<Record<string, string>>, ...args: string[]) =>
      migrate.runHere(settingsOf(dataDir, more), call(...args), () => {});
    const servers = { EVENTSTORE_URI: server.uri, MONGODB_URI: 'mongodb://127.0.0.1:9/quorum' };

    await expect(run(servers)).rejects.toThrow('Usage: migrate --to eventstore, or migrate --to embedded');
    await expect(run(servers, '--to', 'yesterday')).rejects.toThrow('Usage: migrate');
    const { EVENTSTORE_URI } = servers;
    for (const target of ['eventstore', 'embedded'])
      await expect(run({ EVENTSTORE_URI }, '--to', target)).rejects.toThrow('Set both EVENTSTORE_URI and MONGODB_URI');
    const lock = lockDataFolder(dataDir);
    for (const target of ['eventstore', 'embedded'])
      await expect(run(servers, '--to', target)).rejects.toThrow(
        /is in use by another process\. Stop the product first\./,
      );
    lock.release();
    const empty = migrate.runHere(settingsOf(join(folder, 'none'), servers), call('--to', 'eventstore'), () => {});
    await expect(empty).rejects.toThrow('There is no data in');
  });
});
