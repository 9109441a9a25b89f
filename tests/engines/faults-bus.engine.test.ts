import { until } from '@quorum/service-kit/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FollowingClient } from '../support/following-client.ts';
import { mayaAndListeningTom } from '../support/maya-and-tom.ts';
import { type KillableEngine, killableKafka } from '../support/processes/killable-engines.ts';
import { readinessOf } from '../support/processes/readiness.ts';
import { type Client, type Product, startProduct } from '../support/product.ts';

let broker: KillableEngine;
let product: Product;
let maya: Client;
let toms: FollowingClient;
let groupId: string;

const isReady = async (): Promise<boolean> => (await readinessOf(product)).ready;

beforeAll(async () => {
  broker = await killableKafka();
  product = await startProduct({ EVENTSTORE_URI: '', MONGODB_URI: '', KAFKA_BROKERS: broker.uri });
  await until(isReady);
  ({ maya, groupId, toms } = await mayaAndListeningTom(product));
});

afterAll(async () => {
  toms?.close();
  await product?.stop();
  await broker?.remove();
});

const said: string[] = [];
const say = async (content: string): Promise<void> => {
  await maya.must('sendMessage', { body: { groupId, content } });
  said.push(content);
};
const heard = (): unknown[] => toms.named('newMessage').map(({ content }) => content);
const everythingIsHeard = async (): Promise<void> => {
  await until(async () => heard().length >= said.length, 120_000);
  expect(heard()).toEqual(said);
};

describe.each<
  [string, (engine: KillableEngine) => Promise<void> | void, (engine: KillableEngine) => Promise<void> | void]
>([
  ['is killed and started again', (engine) => engine.kill(), (engine) => engine.start()],
  ['hangs for a while', (engine) => engine.pause(), (engine) => engine.resume()],
])('a broker that %s', (how, takeAway, giveBack) => {
  it(`a broker that ${how} delays no command and loses no message, each delivered in order and once`, async () => {
    for (let n = 0; n < 5; n += 1) await say(`${n} before it ${how}`);
    await everythingIsHeard();

    await takeAway(broker);
    try {
      // The log and the read models work, so commands are accepted. Clients notice lost messages by the gap.
      for (let n = 0; n < 10; n += 1) await say(`${n} while it ${how}`);
      await until(async () => (await readinessOf(product)).parts.bus !== true);
      expect((await readinessOf(product)).ready).toBe(true);
      expect((await fetch(`${product.origin}/readyz?deep`)).status).toBe(503);
      await everythingIsHeard();
      expect(toms.reloads).toEqual([]);
    } finally {
      await giveBack(broker);
    }

    await until(isReady, 120_000);
    await say(`after it ${how}`);
    await everythingIsHeard();
  }, 300_000);
});
