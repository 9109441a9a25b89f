import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BusMessage, BusUnavailableError } from '@quorum/service-kit/ports/bus.ts';
import type { KafkaConfig, ProducerConfig } from 'kafkajs';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { openEngines } from './open-engines.ts';

/** What the clients of Kafka were made with, why none can connect, and what they sent. */
const broker = vi.hoisted(() => ({
  configurations: [] as KafkaConfig[],
  failure: undefined as Error | undefined,
  sent: [] as object[],
  producers: [] as ProducerConfig[],
}));

vi.mock('kafkajs', async (original) => {
  const nothing = async () => {};
  const connection = {
    connect: async () => {
      if (broker.failure !== undefined) throw broker.failure;
    },
    send: async (sent: object) => void broker.sent.push(sent),
    disconnect: nothing,
    listTopics: async () => [],
    describeCluster: async () => ({ brokers: [{}] }),
    createTopics: nothing,
  };
  class Kafka {
    constructor(configuration: KafkaConfig) {
      broker.configurations.push(configuration);
    }
    readonly admin = () => connection;
    readonly producer = (configuration: ProducerConfig) => {
      broker.producers.push(configuration);
      return connection;
    };
  }
  return { ...(await original<typeof import('kafkajs')>()), Kafka };
});

let folder: string;

beforeEach(async () => {
  Object.assign(broker, { configurations: [], failure: undefined, sent: [], producers: [] });
  folder = await mkdtemp(join(tmpdir(), 'quorum-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const enginesWith = (environment: Readonly<Record<string, string>> = {}) => {
  const settings = readSettings({
    DATA_DIR: join(folder, 'data'),
    KAFKA_BROKERS: 'kafka.example:9092',
    ...environment,
  });
  return openEngines(settings, pino({ level: 'silent' }));
};

/** How every client of Kafka signs in that the product makes in this environment. */
const signInsWith = async (environment: Readonly<Record<string, string>>) => {
  const engines = await enginesWith(environment);
  // A start goes on without a bus that is away, and nothing here would show it.
  await engines.bus.ping();
  await engines.close();
  return broker.configurations.map(({ brokers, ssl, sasl }) => ({ brokers, ssl, sasl }));
};

it('every client of Kafka signs in with the credentials of the environment (STACK-05)', async () => {
  const brokers = ['kafka.example:9092'];
  const sasl = { mechanism: 'plain', username: 'quorum', password: 'of the bus' };
  const signIns = await signInsWith({ KAFKA_USERNAME: 'quorum', KAFKA_PASSWORD: 'of the bus' });
  expect(signIns).toEqual([
    { brokers, ssl: false, sasl },
    { brokers, ssl: false, sasl },
  ]);
});

it('every client of Kafka encrypts, and presents its credentials, as the environment says (STACK-05)', async () => {
  const signIns = await signInsWith({
    KAFKA_USERNAME: 'quorum',
    KAFKA_PASSWORD: 'of the bus',
    KAFKA_TLS: 'true',
    KAFKA_SASL_MECHANISM: 'SCRAM-SHA-512',
  });
  expect(signIns.map(({ ssl, sasl }) => [ssl, sasl?.mechanism])).toEqual([
    [true, 'scram-sha-512'],
    [true, 'scram-sha-512'],
  ]);
});

it('no client of Kafka signs in where no credentials are given', async () => {
  const signIns = await signInsWith({});
  expect(signIns).toHaveLength(2);
  expect(signIns.filter(({ sasl }) => sasl !== undefined)).toEqual([]);
});

const typing: BusMessage = { kind: 'typing', notice: { groupId: 'g', userId: 'u', isTyping: true } };

it('a start goes on without Kafka, says so, and messages are sent once it is there (RUN-11)', async () => {
  broker.failure = new Error('connect ECONNREFUSED');
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const engines = await enginesWith();
  expect(said.mock.calls.flat()).toEqual([expect.stringContaining('Continuing without Kafka (KAFKA_BROKERS): ')]);
  await expect(engines.bus.publish(typing)).rejects.toThrow(BusUnavailableError);
  broker.failure = undefined;
  await engines.bus.publish(typing);
  expect(broker.sent).toHaveLength(1);
  // Its defaults are not the product's.
  expect(broker.producers).toMatchObject([{ allowAutoTopicCreation: false }]);
  await engines.close();
});

it('a Kafka that refuses the credentials ends the start (RUN-11)', async () => {
  broker.failure = new Error('SASL PLAIN authentication failed');
  await expect(enginesWith()).rejects.toThrow('authentication failed');
});
