import { randomUUID } from 'node:crypto';
import { BusUnavailableError } from '@quorum/service-kit/ports/bus.ts';
import { busSuite } from '@quorum/service-kit/testing/bus-suite.ts';
import { Kafka, logLevel } from 'kafkajs';
import { expect, it } from 'vitest';
import { KafkaBus } from './kafka-bus.ts';

const brokers = process.env.KAFKA_BROKERS?.split(',') ?? [];
if (brokers.length === 0) throw new Error('KAFKA_BROKERS names no broker');

busSuite('Kafka', async () => {
  const topic = `quorum-test-${randomUUID()}`;
  return {
    open: () => KafkaBus.open({ brokers, topic }),
    end: async () => {
      const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING }).admin();
      await admin.connect();
      await admin.deleteTopics({ topics: [topic] });
      await admin.disconnect();
    },
  };
});

it('the Kafka bus says where Kafka should be when it is not there', async () => {
  await expect(KafkaBus.open({ brokers: ['127.0.0.1:9'] })).rejects.toThrow(BusUnavailableError);
  await expect(KafkaBus.open({ brokers: ['127.0.0.1:9'] })).rejects.toThrow('127.0.0.1:9');
});
