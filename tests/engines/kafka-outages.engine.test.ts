import { randomUUID } from 'node:crypto';
import { KafkaBus } from '@quorum/infra/adapters/bus/kafka-bus.ts';
import type { BusMessage } from '@quorum/service-kit/ports/bus.ts';
import { until } from '@quorum/service-kit/testing/until.ts';
import { type Admin, Kafka, logLevel } from 'kafkajs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type KillableEngine, killableKafka } from '../support/processes/killable-engines.ts';

const named = process.env.KAFKA_BROKERS?.split(',') ?? [];
if (named.length === 0) throw new Error('KAFKA_BROKERS names no broker');

let topic = '';
let told: unknown[] = [];
const opened: KafkaBus[] = [];
const open = async (brokers: readonly string[] = named, mayBeAway = false): Promise<KafkaBus> => {
  const onError = (error: unknown) => told.push(error);
  const bus = await KafkaBus.open({ brokers, topic, onError, whenAway: () => mayBeAway });
  opened.push(bus);
  return bus;
};
const withAdmin = async (work: (admin: Admin) => Promise<unknown>): Promise<void> => {
  const admin = new Kafka({ brokers: named, logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  await work(admin).finally(() => admin.disconnect());
};

beforeEach(() => {
  topic = `quorum-outage-${randomUUID()}`;
  told = [];
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((bus) => bus.close()));
});

let number = 0;
const notice = (): BusMessage => {
  number += 1;
  const position = String(number).padStart(8, '0');
  const change = { audience: 'group-1', sequence: number, kind: 'newMessage', position, data: {} };
  return { kind: 'changes', position, changes: [change] };
};

/** Publishes repeatedly, as commits do, until a message is received. */
const untilHeard = async (publisher: KafkaBus, heard: readonly BusMessage[]): Promise<void> => {
  const before = heard.length;
  await until(async () => {
    // A lost one is found by its gap.
    await publisher.publish(notice()).catch(() => {});
    return heard.length > before;
  });
};

describe('delivery through Kafka', { timeout: 300_000 }, () => {
  const listen = async (brokers?: readonly string[], count = 20) => {
    const [publisher, subscriber] = [await open(brokers), await open(brokers)];
    const heard: BusMessage[] = [];
    await subscriber.subscribe((message) => heard.push(message));
    await Promise.all(Array.from({ length: count }, () => publisher.publish(notice())));
    await expect.poll(() => heard.length, { timeout: 20_000 }).toBe(count);
    return { publisher, heard };
  };
  /** Some lines, but not a flood. */
  const FEW = 60;

  it('delivery through Kafka recovers by itself after the topic was deleted', async () => {
    const { publisher, heard } = await listen();
    await withAdmin(async (admin) => {
      await admin.deleteTopics({ topics: [topic] });
      await expect.poll(() => admin.listTopics(), { timeout: 20_000 }).not.toContain(topic);
    });
    await untilHeard(publisher, heard);
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThan(FEW);
  });

  it('delivery through Kafka recovers by itself after the topic was deleted and recreated at once, with offsets starting over', async () => {
    const { publisher, heard } = await listen(named, 2_000);
    await withAdmin(async (admin) => {
      await admin.deleteTopics({ topics: [topic] });
      // Or by the publisher, which is then told that it exists.
      await expect
        .poll(async () => {
          await admin.createTopics({ topics: [{ topic, numPartitions: 6 }] }).catch(() => undefined);
          return admin.listTopics();
        })
        .toContain(topic);
    });
    await untilHeard(publisher, heard);
    expect(told.length).toBeLessThan(FEW);
  });

  describe('its only broker', () => {
    let broker: KillableEngine;
    beforeEach(async () => {
      broker = await killableKafka();
    });
    afterEach(() => broker?.remove());

    it('delivery through Kafka recovers by itself after its only broker was killed and started again', async () => {
      const { publisher, heard } = await listen([broker.uri]);
      await broker.kill();
      for (let n = 0; n < 3; n += 1) await expect(publisher.publish(notice())).rejects.toThrow(/Kafka/);
      await expect(publisher.ping()).rejects.toThrow(/Kafka/);
      await broker.start();
      await untilHeard(publisher, heard);
      await publisher.ping();
      expect(told.length).toBeLessThan(FEW);
    });

    it('delivery through Kafka recovers by itself after its only broker was away when the processes started (RUN-11)', async () => {
      await broker.kill();
      const [publisher, subscriber] = [await open([broker.uri], true), await open([broker.uri], true)];
      const heard: BusMessage[] = [];
      await subscriber.subscribe((message) => heard.push(message));
      await expect(publisher.publish(notice())).rejects.toThrow(/Kafka/);
      await expect(publisher.ping()).rejects.toThrow(/Kafka/);
      await broker.start();
      await untilHeard(publisher, heard);
      await publisher.ping();
      expect(told.length).toBeLessThan(FEW);
    });

    it('delivery through Kafka recovers by itself after its only broker was killed before anybody had subscribed', async () => {
      const [publisher, subscriber] = [await open([broker.uri]), await open([broker.uri])];
      await broker.kill();
      const heard: BusMessage[] = [];
      await subscriber.subscribe((message) => heard.push(message));
      await broker.start();
      await untilHeard(publisher, heard);
    });

    it('delivery through Kafka recovers by itself after its only broker hung for longer than a session lasts, and the queue is delivered in order', async () => {
      const { publisher, heard } = await listen([broker.uri]);
      broker.pause();
      const waiting = Array.from({ length: 3_000 }, () => publisher.publish(notice()));
      const outcomes = await Promise.allSettled(waiting);
      expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
      // biome-ignore lint/plugin: the broker hangs for longer than a session of its clients lasts
      await new Promise((resolve) => setTimeout(resolve, 12_000));
      broker.resume();
      await untilHeard(publisher, heard);
      // The first answer came too late, so the message may have been sent twice.
      const sequences = () => [
        ...new Set(
          heard.flatMap((message) => (message.kind === 'changes' ? message.changes.map((each) => each.sequence) : [])),
        ),
      ];
      await expect.poll(() => sequences().length, { timeout: 100_000 }).toBeGreaterThan(3_020);
      expect(sequences()).toEqual([...sequences()].sort((a, b) => a - b));
      expect(told.length).toBeLessThan(FEW);
    });
  });
});
