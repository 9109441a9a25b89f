import { randomUUID } from 'node:crypto';
import type { BusMessage } from '@quorum/service-kit/ports/bus.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FollowingClient } from '../support/following-client.ts';
import { mayaAndListeningTom } from '../support/maya-and-tom.ts';
import { type Client, type Product, startProduct } from '../support/product.ts';

let product: Product;
let maya: Client;
let toms: FollowingClient;
let groupId: string;
let isFaulty = false;
const fate = { lost: 0, twice: 0, once: 0 };

beforeAll(async () => {
  const topic = `quorum-records-${randomUUID()}`;
  const environment = { EVENTSTORE_URI: '', MONGODB_URI: '', KAFKA_TOPIC: topic };
  const { KAFKA_BROKERS = '' } = process.env;
  let number = 0;
  product = await startProduct({ ...environment, KAFKA_BROKERS }, undefined, (engines) => {
    const { bus } = engines;
    /** Of three messages one is lost, and one is sent again as after a lost answer. */
    const publish = async (message: BusMessage): Promise<void> => {
      if (!isFaulty) return bus.publish(message);
      const turn = (['once', 'lost', 'twice'] as const)[number++ % 3] ?? 'once';
      if (turn !== 'lost') await bus.publish(message);
      if (turn === 'twice') await bus.publish(message);
      fate[turn] += 1;
    };
    const { subscribe, ping, close } = {
      subscribe: bus.subscribe.bind(bus),
      ping: bus.ping.bind(bus),
      close: bus.close.bind(bus),
    };
    return { ...engines, bus: { publish, subscribe, ping, close } };
  });
  await until(async () => (await fetch(`${product.origin}/readyz`)).ok);
  ({ maya, groupId, toms } = await mayaAndListeningTom(product));
});

afterAll(async () => {
  toms?.close();
  await product?.stop();
});

it('every message is heard once and in order although Kafka repeats and drops records (CQRS-05)', async () => {
  const heard = (): unknown[] => toms.named('newMessage').map(({ content }) => content);
  const said: string[] = [];
  isFaulty = true;
  for (let number = 0; number < 30; number += 1) {
    const content = `message ${number}`;
    await maya.must('sendMessage', { body: { groupId, content } });
    said.push(content);
    // Each message has its own record, or would have had one.
    const before = number;
    await until(async () => fate.lost + fate.twice + fate.once > before);
  }
  await until(async () => heard().length >= said.length);
  expect(heard()).toEqual(said);
  expect(toms.arrived).toBe(toms.applied.length);
  expect(toms.reloads).toEqual([]);
  expect(Math.min(fate.lost, fate.twice, fate.once)).toBeGreaterThanOrEqual(5);
});
