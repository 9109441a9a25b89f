import { randomUUID } from 'node:crypto';
import { type BusMessage, BusUnavailableError } from '@quorum/service-kit/ports/bus.ts';
import { busSuite } from '@quorum/service-kit/testing/bus-suite.ts';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { expect, it } from 'vitest';
import { KafkaBus } from './kafka-bus.ts';

const brokers = process.env.KAFKA_BROKERS?.split(',') ?? [];
if (brokers.length === 0) throw new Error('KAFKA_BROKERS names no broker');

const asAdmin = async <T>(work: (admin: Admin) => Promise<T>): Promise<T> => {
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.disconnect();
  }
};

const newTopic = (): string => `quorum-test-${randomUUID()}`;
const drop = (topic: string) => asAdmin((admin) => admin.deleteTopics({ topics: [topic] }));

busSuite('Kafka', async () => {
  const topic = newTopic();
  return { open: () => KafkaBus.open({ brokers, topic }), end: () => drop(topic) };
});

it('the subscribers of a process share one consumer, and none of them fails the others', async () => {
  const topic = newTopic();
  const errors: unknown[] = [];
  const bus = await KafkaBus.open({ brokers, topic, onError: (error) => errors.push(error) });
  const failure = new Error('a subscriber fails');
  const heard: BusMessage[] = [];
  const throws = (): void => {
    throw failure;
  };
  const stops = await Promise.all([bus.subscribe(throws), bus.subscribe((message) => heard.push(message))]);
  const groups = async (): Promise<number> => {
    const all = (await asAdmin((admin) => admin.listGroups())).groups;
    return all.filter(({ groupId }) => groupId.startsWith(topic)).length;
  };
  expect(await groups()).toBe(1);
  const typing = { kind: 'typing', notice: { groupId: 'g', userId: 'u', isTyping: true } } as const;
  await bus.publish(typing);
  await expect.poll(() => heard, { timeout: 15_000 }).toEqual([typing]);
  expect(errors).toEqual([failure]);
  await Promise.all(stops.map((stop) => stop()));
  const stop = await bus.subscribe((message) => heard.push(message));
  await bus.publish(typing);
  await expect.poll(() => heard, { timeout: 15_000 }).toEqual([typing, typing]);
  await stop();
  await bus.close();
  await drop(topic);
});

it('the Kafka bus says where Kafka should be when it is not there', async () => {
  await expect(KafkaBus.open({ brokers: ['127.0.0.1:9'] })).rejects.toThrow(BusUnavailableError);
  await expect(KafkaBus.open({ brokers: ['127.0.0.1:9'] })).rejects.toThrow('127.0.0.1:9');
});
