import type { Admin } from 'kafkajs';
import { describe, expect, it } from 'vitest';
import { connectionOf } from './kafka-bus.ts';
import { KafkaTopic } from './kafka-topic.ts';

describe('a connection to Kafka', () => {
  const brokers = ['one:9092', 'two:9092'];
  const login = { username: 'quorum', password: 'secret' };

  it('is plain and without credentials by default', () => {
    expect(connectionOf({ brokers })).toEqual({ brokers, ssl: false });
    expect(connectionOf({ brokers, login })).toMatchObject({ ssl: false, sasl: { mechanism: 'plain', ...login } });
  });

  it('is encrypted, and presents credentials as the brokers expect them', () => {
    expect(connectionOf({ brokers, login, tls: true, mechanism: 'scram-sha-512' })).toEqual({
      brokers,
      ssl: true,
      sasl: { mechanism: 'scram-sha-512', ...login },
    });
  });
});

it.each([
  [1, 1],
  [2, 2],
  [5, 3],
])('a topic of %i brokers is replicated to %i', async (brokers, copies) => {
  const created: unknown[] = [];
  const admin = {
    connect: async () => {},
    describeCluster: async () => ({ brokers: new Array(brokers).fill({}) }),
    createTopics: async (request: unknown) => created.push(request),
  } as unknown as Admin;
  await new KafkaTopic(admin, 'changes').ensure();
  expect(created).toMatchObject([{ topics: [{ replicationFactor: copies }] }]);
});
