import { groupStream } from '@quorum/domain/group/events.ts';
import { type Binary, MongoClient } from 'mongodb';
import { afterEach, describe, expect, it } from 'vitest';
import { dropDatabase, isolated, namedEngines } from '../support/distributed.ts';
import { createGroup, type Product, signUp, startProduct } from '../support/product.ts';
import { eventually } from '../support/service-processes.ts';

/** Events after which a group gets a snapshot. */
const LONG = 1_000;
const AT_ONCE = 20;

const engines = isolated(namedEngines());
const database = engines.MONGODB_URI ?? '';

let product: Product | undefined;
afterEach(async () => {
  await product?.stop();
  await dropDatabase(database);
});

const start = async (): Promise<Product> => {
  const { EVENTSTORE_URI = '', EVENTSTORE_PREFIX = '', MASTER_KEY = '' } = engines;
  const started = await startProduct({
    EVENTSTORE_URI,
    EVENTSTORE_PREFIX,
    MASTER_KEY,
    MONGODB_URI: database,
    KAFKA_BROKERS: '',
  });
  await ready(started);
  return started;
};

const ready = ({ origin }: Product) => eventually('it is ready', async () => (await fetch(`${origin}/readyz`)).ok);

const snapshots = async ({ origin }: Product, outcome: string): Promise<number> => {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(new RegExp(`^quorum_snapshots_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
};

const stored = async (): Promise<{ readonly _id: string; readonly sealed: Binary }[]> => {
  const client = new MongoClient(database);
  try {
    return await client.db().collection<{ _id: string; sealed: Binary }>('snapshots').find().toArray();
  } finally {
    await client.close();
  }
};

describe('a group with a thousand events, on EventStoreDB and MongoDB', () => {
  it('is decided on from its sealed snapshot after a start, until it is deleted (SAFE-01)', async () => {
    product = await start();
    const running = product;
    const owner = await signUp(running);
    const { group } = await createGroup(owner);
    const params = { id: group._id };
    for (let done = 0; done < LONG; done += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, index) =>
          owner.must('changeGroupDetails', {
            params,
            body: { name: `Rowing club ${done + index}`, description: 'On the lake' },
          }),
        ),
      );
    await eventually('a snapshot is written', async () => (await snapshots(running, 'written')) === 1);
    const [document, ...others] = await stored();
    expect(others).toEqual([]);
    expect(document?._id).toBe(groupStream(group._id));
    expect(Buffer.from(document?.sealed.value() ?? []).includes('Rowing club')).toBe(false);

    await running.restart();
    await ready(running);
    await owner.must('changeGroupDetails', { params, body: { name: 'Sailing club', description: 'On the lake' } });
    expect(await snapshots(running, 'used')).toBeGreaterThanOrEqual(1);
    expect(await snapshots(running, 'failed')).toBe(0);

    await owner.must('deleteGroup', { params, body: { confirmationName: 'Sailing club' } });
    await eventually('its snapshot is gone', async () => (await stored()).length === 0);
  });
});
