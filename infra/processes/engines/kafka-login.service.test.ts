import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KafkaConfig } from 'kafkajs';
import pino from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readSettings } from '../settings/settings.ts';
import { openEngines } from './open-engines.ts';

/** What the clients of Kafka were made with. */
const configurations = vi.hoisted(() => [] as KafkaConfig[]);

vi.mock('kafkajs', async (original) => {
  const nothing = async () => {};
  const connection = {
    connect: nothing,
    disconnect: nothing,
    listTopics: async () => [],
    describeCluster: async () => ({ brokers: [{}] }),
    createTopics: nothing,
  };
  class Kafka {
    constructor(configuration: KafkaConfig) {
      configurations.push(configuration);
    }
    readonly admin = () => connection;
    readonly producer = () => connection;
  }
  return { ...(await original<typeof import('kafkajs')>()), Kafka };
});

let folder: string;

beforeEach(async () => {
  configurations.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'quorum-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** How every client of Kafka signs in that the product makes in this environment. */
const signInsWith = async (environment: Readonly<Record<string, string>>) => {
  const settings = readSettings({
    DATA_DIR: join(folder, 'data'),
    KAFKA_BROKERS: 'kafka.example:9092',
    ...environment,
  });
  const engines = await openEngines(settings, pino({ level: 'silent' }));
  // A bus that could not be opened would be tried again in the background, and nothing here would show it.
  await engines.bus.ping();
  await engines.close();
  return configurations.map(({ brokers, ssl, sasl }) => ({ brokers, ssl, sasl }));
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
