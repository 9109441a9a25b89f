import { randomUUID } from 'node:crypto';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import { type Commit, StaleCheckpointError, type Write } from '@quorum/service-kit/ports/read-store.ts';
import { MongoClient } from 'mongodb';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openMongoDatabase } from '../../mongo-database.ts';
import { MAX_REMOVED_AT_ONCE } from '../bounds.ts';
import { CuttableProxy } from '../testing/cuttable-proxy.ts';
import { MongoReadStore } from './mongo-read-store.ts';

const uri = process.env.MONGODB_URI;
if (uri === undefined) throw new Error('MONGODB_URI names no server');

const client = new MongoClient(uri);
const opened: { close(): Promise<void> }[] = [];
let database = '';
beforeEach(() => {
  database = `rivals_${randomUUID().replaceAll('-', '')}`;
});
afterEach(async () => {
  vi.useRealTimers();
  for (const each of opened.splice(0).reverse()) await each.close();
  await client.db(database).dropDatabase();
});
afterAll(() => client.close());

const open = async (at = uri): Promise<MongoReadStore> => {
  const connected = await openMongoDatabase(at, database);
  opened.push(connected);
  const store = await MongoReadStore.open(connected);
  opened.push(store);
  return store;
};

const notes = (generation: string): ModelGeneration => ({
  model: 'notes',
  generation,
  collections: [
    { name: 'notes', indexes: [['group']] },
    { name: 'tags', indexes: [['note']] },
  ],
});
const first = notes('v1');

const said = (audience: string, sequence: number, from: string, to: string): Commit => ({
  models: [first],
  from,
  to,
  writes: [{ collection: 'notes', put: { id: `${audience}-${sequence}`, group: audience } }],
  changes: [{ audience, sequence, kind: 'noted', position: to, data: { at: sequence } }],
});

const collectionsOf = async ({ generation }: ModelGeneration): Promise<readonly string[]> => {
  const found = await client.db(database).listCollections({}, { nameOnly: true }).toArray();
  return found.map(({ name }) => name).filter((name) => name.endsWith(`__${generation}`));
};

describe('two writers to one MongoDB', () => {
  it('two writers to one MongoDB may open it at once, with others, while it is still empty', async () => {
    for (let round = 0; round < 5; round += 1) {
      const stores = await Promise.all(Array.from({ length: 6 }, () => open()));
      for (const store of stores) expect(await store.sequence('group-1')).toBe(0);
      await client.db(database).dropDatabase();
      database = `rivals_${randomUUID().replaceAll('-', '')}`;
    }
  });

  it('two writers to one MongoDB assign a number once: the second one learns that the checkpoint has moved', async () => {
    const [leader, former] = [await open(), await open()];
    await leader.prepare(first);
    await leader.commit(said('group-1', 1, '', '01'));

    await expect(former.commit(said('group-1', 1, '', '02'))).rejects.toThrow(StaleCheckpointError);

    expect(await leader.checkpoint(first)).toBe('01');
    expect((await leader.changesAfter('group-1', 0, 10))?.map(({ position }) => position)).toEqual(['01']);
  });

  it("two writers to one MongoDB agree on the holder of a lease although their hosts' clocks are an hour apart", async () => {
    const [leader, other] = [await open(), await open()];
    const hour = 3_600_000;
    expect(await leader.lease('runner', 'leader', 10_000)).toBe(true);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hour });
    expect(await other.lease('runner', 'other', 10_000)).toBe(false);
    vi.setSystemTime(Date.now() - 2 * hour);
    expect(await other.lease('runner', 'other', 10_000)).toBe(false);
    // A holder that lives in the past keeps what it has, and nobody takes it away.
    expect(await leader.lease('runner', 'leader', 10_000)).toBe(true);
    vi.useRealTimers();
    expect(await other.lease('runner', 'other', 10_000)).toBe(false);
  });

  it('two writers to one MongoDB wait no minute for the locks of a leader that was killed within a commit (CQRS-04)', async () => {
    const proxy = new CuttableProxy(uri);
    await proxy.connect();
    const successor = await open();
    await successor.prepare(first);
    const position = (n: number): string => (n === 0 ? '' : String(n).padStart(4, '0'));
    let finished = false;
    for (let n = 1; !finished; n += 1) {
      const next = said('group-1', n, position(n - 1), position(n));
      const dying = await open(proxy.uri);
      expect(await dying.lease('runner', 'dying', 1_500)).toBe(true);
      proxy.requestsLeft = n;
      finished = await dying.commit(next).then(
        () => true,
        () => false,
      );
      await proxy.cut();
      await proxy.connect();

      const succeed = () => successor.lease('runner', `successor${n}`, 60_000);
      await expect.poll(succeed, { timeout: 10_000 }).toBe(true);
      // It may have arrived although its answer did not.
      if ((await successor.checkpoint(first)) === next.from) await successor.commit(next);
      expect(await successor.checkpoint(first)).toBe(next.to);
      await successor.releaseLease('runner', `successor${n}`);
    }
    await proxy.cut();
  });
});

describe('collections of generations in MongoDB', () => {
  it('collections of generations in MongoDB are dropped when nobody can still be reading them, and nobody waits for that', async () => {
    const store = await open();
    const next = notes('v2');
    await store.prepare(first);
    await store.activate(first);
    await store.prepare(next);
    await store.activate(next);

    expect([...(await collectionsOf(first))].sort()).toEqual(['notes__v1', 'tags__v1']);
    expect(await store.generations('notes')).toEqual(['v2']);
    await expect.poll(() => collectionsOf(first), { timeout: 30_000, interval: 500 }).toEqual([]);
    expect(await collectionsOf(next)).toHaveLength(2);
  });

  it('collections of generations in MongoDB are not left behind by a process that dies while dropping them', async () => {
    const proxy = new CuttableProxy(uri);
    await proxy.connect();
    let finished = false;
    for (let cutAfter = 0; !finished; cutAfter += 1) {
      const dying = await open(proxy.uri);
      const doomed = notes(`doomed${cutAfter}`);
      await dying.prepare(doomed);
      proxy.requestsLeft = cutAfter;
      finished = await dying.drop(doomed).then(
        () => true,
        () => false,
      );
      await proxy.cut();
      await proxy.connect();

      const successor = await open();
      for (const generation of await successor.generations('notes')) await successor.drop(notes(generation));
      expect(await collectionsOf(doomed)).toEqual([]);
    }
    await proxy.cut();
  });

  it('collections of generations in MongoDB start empty even if an earlier one of their name was only partly dropped', async () => {
    const store = await open();
    await store.prepare(first);
    await store.commit(said('group-1', 1, '', '01'));
    // As a process leaves it that dies before it drops the collections.
    await client
      .db(database)
      .collection('read_generations')
      .updateMany({}, { $set: { leaves: 0 } });

    await store.prepare(first);

    expect(await store.checkpoint(first)).toBe('');
    expect(await store.at([first]).get('notes', 'group-1-1')).toBeUndefined();
  });
});

describe('the sequences of many audiences in MongoDB', () => {
  const audiences = Array.from({ length: 400 }, (_, i) => `group-${i}`);

  it('the sequences of many audiences in MongoDB are read in a few requests, even if some have none', async () => {
    const proxy = new CuttableProxy(uri);
    await proxy.connect();
    const store = await open(proxy.uri);
    await store.prepare(first);
    await store.commit({ ...said('group-1', 1, '', '01'), writes: [] });
    await store.commit({ ...said('group-1', 2, '01', '02'), writes: [] });
    await store.commit({ ...said('group-7', 1, '02', '03'), writes: [] });
    const before = proxy.requests;

    const found = await store.sequences(audiences);

    expect(proxy.requests - before).toBeLessThan(40);
    expect([...found].filter(([, sequence]) => sequence > 0)).toEqual([
      ['group-1', 2],
      ['group-7', 1],
    ]);
    expect(found.size).toBe(audiences.length);
    await store.close();
    await proxy.cut();
  });
});

describe('a removal of many documents from MongoDB', () => {
  const many = 2 * MAX_REMOVED_AT_ONCE + 50;
  const stored = (): Promise<number> => client.db(database).collection('notes__v1').countDocuments();
  const removal: Commit = {
    models: [first],
    from: '01',
    to: '02',
    writes: [{ collection: 'notes', removeWhere: { group: 'gone' } }],
    changes: [],
  };
  const filled = async (groupOf = (_: number): string => 'gone'): Promise<MongoReadStore> => {
    const store = await open();
    await store.prepare(first);
    const writes: Write[] = Array.from({ length: many }, (_, i) => ({
      collection: 'notes',
      put: { id: `n${i}`, group: groupOf(i) },
    }));
    // In parts: a slow server would seem to be lost meanwhile.
    for (let from = ''; from !== '01'; ) {
      const part = writes.splice(0, 250);
      const to = writes.length === 0 ? '01' : `00 ${writes.length}`;
      await store.commit({ models: [first], from, to, writes: part, changes: [] });
      from = to;
    }
    return store;
  };

  it('a removal of many documents from MongoDB never removes more at once than a commit may, and the next leader continues it', async () => {
    const store = await filled();
    expect(await store.commit(removal)).toBe(true);
    const successor = await open();
    const left = [await stored()];
    while ((await successor.sweep()) === 'documents') left.push(await stored());
    expect(left).toEqual([many, many - MAX_REMOVED_AT_ONCE, 50, 0]);
  });

  it('a removal of many documents from MongoDB never removes more at once than a commit may through several smaller removals of one commit', async () => {
    const size = 0.4 * MAX_REMOVED_AT_ONCE;
    const store = await filled((i) => `gone-${Math.floor(i / size)}`);
    const gone = (group: number): Write => ({ collection: 'notes', removeWhere: { group: `gone-${group}` } });
    const between: Write = { collection: 'notes', put: { id: 'between', group: 'kept' } };
    expect(await store.commit({ ...removal, writes: [gone(0), gone(1), between, gone(2)] })).toBe(true);
    const left = [await stored()];
    while ((await store.sweep()) === 'documents') left.push(await stored());
    expect(left).toEqual([many - 2 * size + 1, many - 3 * size + 1]);
  });
});
