import { randomUUID } from 'node:crypto';
import type { Collection, ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import { ReadStoreUnavailableError } from '@quorum/service-kit/ports/read-store.ts';
import { collections } from '@quorum/service-kit/reads/collections.ts';
import { readEngineSuite } from '@quorum/service-kit/testing/read-engine-suite.ts';
import { type CommandStartedEvent, MongoClient } from 'mongodb';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { type MongoDatabase, openMongoDatabase } from '../../mongo-database.ts';
import { CuttableProxy } from '../testing/cuttable-proxy.ts';
import { MongoReadStore } from './mongo-read-store.ts';

const uri = process.env.MONGODB_URI;
if (uri === undefined) throw new Error('MONGODB_URI names no server');

const opened: MongoDatabase[] = [];
const openDatabase = async (at = uri, name = `reads_${randomUUID().replaceAll('-', '')}`): Promise<MongoDatabase> => {
  const database = await openMongoDatabase(at, name);
  opened.push(database);
  return database;
};
afterAll(async () => {
  // Some were reached through a proxy that is gone, and some are closed.
  const client = new MongoClient(uri);
  for (const { db, close } of opened) {
    await client.db(db.databaseName).dropDatabase();
    await close();
  }
  await client.close();
});

readEngineSuite('MongoDB', async () => {
  const database = await openDatabase();
  let now = Date.parse('2026-05-14T10:42:00Z');
  return {
    open: () => MongoReadStore.open(database, { now: () => now }),
    lapse: async (milliseconds) => {
      now += milliseconds;
    },
    end: async () => undefined,
  };
});

/** The queries that some work sends to the server. */
const findsOf = async (
  collection: Collection,
  work: (store: MongoReadStore, model: ModelGeneration) => Promise<void>,
) => {
  const emitted = vi.spyOn(MongoClient.prototype, 'emit');
  const { db } = await openDatabase(`${uri}?monitorCommands=true`);
  const store = await MongoReadStore.open({ db, close: async () => {} });
  const model: ModelGeneration = { model: 'shown', generation: 'v1', collections: [collection] };
  await store.prepare(model);
  await work(store, model);
  const finds = emitted.mock.calls.flatMap(([name, event]) => {
    const { command } = event as unknown as CommandStartedEvent;
    return name === 'commandStarted' && command.find !== undefined ? [command] : [];
  });
  emitted.mockRestore();
  return { db, finds, of: (name: string) => finds.find(({ find }) => find === name) ?? {} };
};

it('the server ends a read that nobody waits for', async () => {
  const { finds } = await findsOf(collections.entries, async (store, calendar) => {
    await store.at([calendar]).getMany('entries', ['entry-1']);
    await store.changesAfter('group-1', 0, 10);
    await store.sequences(['group-1', 'group-2']);
  });
  const waitedFor = finds.filter(({ find }) => /entries|changes|heads/.test(String(find)));
  expect(new Set(waitedFor.map(({ find }) => find)).size).toBe(3);
  for (const find of waitedFor) expect(find).toMatchObject({ maxTimeMS: 5_000 });
});

it('the index of a calendar has the order of its pages, so that MongoDB sorts nothing', async () => {
  const { db, of } = await findsOf(collections.entries, async (store, calendar) => {
    await store.at([calendar]).query('entries', {
      where: { ownerKey: ['group-1', 'group-2'] },
      range: { field: 'startsAt', from: '2026-05-14T00:00:00.000Z' },
      filter: [{ field: 'endsAt', op: '>', value: '2026-05-14T10:00:00.000Z' }],
      order: { field: 'startsAt', direction: 'asc' },
      limit: 100,
    });
  });
  const sorted = [...(of('entries__v1').sort as Map<string, number>).keys()];
  const indexes = await db.collection('entries__v1').indexes();
  const orders = indexes.map(({ key }) => Object.keys(key as object));
  expect(orders).toContainEqual(['ownerKey', ...sorted, 'endsAt']);
});

it('a page is read from an index, from where the page before it ended', async () => {
  const page = {
    where: { kind: 'session' },
    range: { field: 'at', from: 1, to: 9 },
    order: { field: 'at', direction: 'desc' },
    limit: 100,
  } as const;
  const { db, finds } = await findsOf(collections.audit, async (store, audit) => {
    await store.at([audit]).query('audit', page);
    await store.at([audit]).query('audit', { ...page, after: { value: 5, id: 'line-5' } });
  });
  const [first, next] = finds.filter(({ find }) => find === 'audit__v1');
  expect(first?.filter).toEqual({ kind: 'session', at: { $gte: 1, $lt: 9 } });
  expect(next?.filter).toEqual({ kind: 'session', at: { $gte: 1, $lt: 9, $exists: true, $lte: 5 } });
  const found = db.collection('audit__v1').find(first?.filter as object, { sort: first?.sort as Map<string, 1 | -1> });
  const plan = JSON.stringify(await found.explain('queryPlanner'));
  expect(plan).toContain('IXSCAN');
  expect(plan).not.toContain('COLLSCAN');
});

it('the server ends every page that is ordered by id, so that none leaves a cursor to close', async () => {
  const { finds } = await findsOf(collections.entries, async (store, calendar) => {
    const page = { where: { ownerKey: 'group-1' }, limit: 100 };
    await store.at([calendar]).query('entries', page);
    await store.at([calendar]).query('entries', { ...page, after: { value: 'entry-5', id: 'entry-5' } });
  });
  const pages = finds.filter(({ find }) => find === 'entries__v1');
  expect(pages.map(({ limit }) => limit)).toEqual([100, 100]);
});

it('the server removes changes by itself when they are two weeks old', async () => {
  const { db, close } = await openDatabase();
  const store = await MongoReadStore.open({ db, close });
  const model: ModelGeneration = { model: 'shown', generation: 'v1', collections: [] };
  await store.prepare(model);
  const change = { audience: 'group-1', sequence: 1, kind: 'newMessage', position: '1', data: {} };
  await store.commit({ models: [model], from: '', to: '1', writes: [], changes: [change] });
  // It removes a document by a date only.
  expect((await db.collection('read_changes').findOne())?.at).toBeInstanceOf(Date);
  const indexes = await db.collection('read_changes').indexes();
  const expiry = indexes.filter(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
  expect(expiry).toMatchObject([{ key: { at: 1 }, expireAfterSeconds: 14 * 24 * 3_600 }]);
});

describe('an unreachable MongoDB', () => {
  const model: ModelGeneration = {
    model: 'counters',
    generation: 'v1',
    collections: [{ name: 'counters', indexes: [['group']] }],
  };

  it('an unreachable MongoDB is reported as such, and work resumes when it is back', async () => {
    const proxy = new CuttableProxy(uri);
    await proxy.connect();
    const store = await MongoReadStore.open(await openDatabase(proxy.uri));
    await store.prepare(model);
    await proxy.cut();
    await expect(store.ping()).rejects.toThrow(ReadStoreUnavailableError);
    await expect(store.at([model]).get('counters', 'c1')).rejects.toThrow(ReadStoreUnavailableError);
    await proxy.connect();
    await expect
      .poll(
        () =>
          store.ping().then(
            () => true,
            () => false,
          ),
        { timeout: 15_000 },
      )
      .toBe(true);
    await store.close();
    await expect(openMongoDatabase('mongodb://127.0.0.1:9/none')).rejects.toThrow(ReadStoreUnavailableError);
  });

  it('an unreachable MongoDB leaves the same documents and sequences after commits as without the outage (CQRS-04)', async () => {
    const proxy = new CuttableProxy(uri);
    await proxy.connect();
    let database = await openDatabase(proxy.uri);
    const { databaseName } = database.db;
    let store = await MongoReadStore.open(database);
    await store.prepare(model);

    // Each event adds one to every counter and tells so: doing it twice, or half, would show.
    const total = 12;
    const counters = Array.from({ length: 40 }, (_, i) => `c${i}`);
    const at = (position: number): string => (position === 0 ? '' : String(position).padStart(16, '0'));
    const step = async (): Promise<number> => {
      const from = Number((await store.checkpoint(model)) || 0);
      if (from === total) return from;
      const before = await store
        .at([model])
        .getMany<{ id: string; group: string; count: number }>('counters', counters);
      const sequence = await store.sequence('group-1');
      await store.commit({
        models: [model],
        from: at(from),
        to: at(from + 1),
        writes: counters.map((id) => ({
          collection: 'counters',
          put: { id, group: 'g', count: (before.get(id)?.count ?? 0) + 1 },
        })),
        changes: [
          {
            audience: 'group-1',
            sequence: sequence + 1,
            kind: 'counted',
            position: at(from + 1),
            data: { at: from + 1 },
          },
        ],
      });
      return from + 1;
    };
    let faults = 0;
    for (let round = 0, reached = 0; reached < total; round += 1) {
      proxy.requestsLeft = round % 40;
      try {
        reached = await step();
      } catch {
        faults += 1;
        await proxy.cut();
        await proxy.connect();
        // Every other time as a new process would find it.
        if (faults % 2 === 0) {
          await store.close();
          await database.close();
          database = await openDatabase(proxy.uri, databaseName);
          store = await MongoReadStore.open(database);
          await store.prepare(model);
        }
      }
    }
    expect(faults).toBeGreaterThan(3);
    const found = await store.at([model]).getMany('counters', counters);
    expect([...found.values()].map((each) => each.count)).toEqual(counters.map(() => total));
    const changes = await store.changesAfter('group-1', 0, 1_000);
    expect(changes?.map((each) => [each.sequence, each.data.at])).toEqual(
      Array.from({ length: total }, (_, i) => [i + 1, i + 1]),
    );
    await store.close();
  }, 300_000);
});
