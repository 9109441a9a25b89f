import { randomUUID } from 'node:crypto';
import type { ModelGeneration } from '@quorum/service-kit/ports/generations.ts';
import { ReadStoreUnavailableError } from '@quorum/service-kit/ports/read-store.ts';
import { readEngineSuite } from '@quorum/service-kit/testing/read-engine-suite.ts';
import { MongoClient } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import { MongoReadStore } from './mongo-read-store.ts';
import { CutLine } from './testing/cut-line.ts';

const uri = process.env.MONGODB_URI;
if (uri === undefined) throw new Error('MONGODB_URI names no server');

const databases: string[] = [];
const newDatabase = (): string => {
  const database = `reads_${randomUUID().replaceAll('-', '')}`;
  databases.push(database);
  return database;
};
afterAll(async () => {
  const client = new MongoClient(uri);
  for (const database of databases) await client.db(database).dropDatabase();
  await client.close();
});

readEngineSuite('MongoDB', async () => {
  const database = newDatabase();
  let now = Date.parse('2026-05-14T10:42:00Z');
  return {
    open: () => MongoReadStore.open({ uri, database, clock: { now: () => now } }),
    lapse: async (milliseconds) => {
      now += milliseconds;
    },
    end: async () => undefined,
  };
});

describe('an unreachable MongoDB', () => {
  const model: ModelGeneration = {
    model: 'counters',
    generation: 'v1',
    collections: [{ name: 'counters', indexes: [['group']] }],
  };

  it('is reported as such, and work resumes when it is back', async () => {
    const line = new CutLine(uri);
    await line.connect();
    const store = await MongoReadStore.open({ uri: line.uri, database: newDatabase() });
    await store.prepare(model);
    await line.cut();
    await expect(store.ping()).rejects.toThrow(ReadStoreUnavailableError);
    await expect(store.at([model]).get('counters', 'c1')).rejects.toThrow(ReadStoreUnavailableError);
    await line.connect();
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
    await expect(MongoReadStore.open({ uri: 'mongodb://127.0.0.1:9/none' })).rejects.toThrow(ReadStoreUnavailableError);
  });

  it('leaves the same documents and sequences after commits as without the outage (CQRS-04)', async () => {
    const database = newDatabase();
    const line = new CutLine(uri);
    await line.connect();
    let store = await MongoReadStore.open({ uri: line.uri, database });
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
      line.requestsLeft = round % 40;
      try {
        reached = await step();
      } catch {
        faults += 1;
        await line.cut();
        await line.connect();
        // Every other time as a new process would find it.
        if (faults % 2 === 0) {
          await store.close();
          store = await MongoReadStore.open({ uri: line.uri, database });
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
