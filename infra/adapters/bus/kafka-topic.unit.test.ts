import type { Admin } from 'kafkajs';
import { expect, it } from 'vitest';
import { KafkaTopic } from './kafka-topic.ts';

/** A cluster of so many brokers, where the account may create topics or not, and each topic has so many copies. */
const clusterOf = (brokers: number, topics: readonly string[] = [], mayCreate = true, copies = brokers) => {
  const created: unknown[] = [];
  const warnings: unknown[] = [];
  const replicas = new Array(copies).fill(1);
  const admin = {
    connect: async () => {},
    listTopics: async () => topics,
    describeCluster: async () => ({ brokers: new Array(brokers).fill({}) }),
    fetchTopicMetadata: async () => ({ topics: [{ partitions: [{ replicas }, { replicas }] }] }),
    createTopics: async (request: unknown) => {
      if (!mayCreate) throw new Error('Not authorized to access topics: [Topic authorization failed]');
      created.push(request);
    },
  } as unknown as Admin;
  const topic = new KafkaTopic(admin, 'changes', (error) => warnings.push((error as Error).message));
  return { created, warnings, topic };
};

it.each([
  [1, 1],
  [2, 2],
  [5, 3],
])('a topic of %i brokers is replicated to %i', async (brokers, copies) => {
  const { created, topic } = clusterOf(brokers);
  await topic.ensure();
  expect(created).toMatchObject([{ topics: [{ replicationFactor: copies }] }]);
});

it('even a topic that is never quiet keeps nothing longer than two hours', async () => {
  const { created, topic } = clusterOf(1);
  await topic.ensure();
  const configEntries = ['retention.ms', 'segment.ms'].map((name) => ({ name, value: '3600000' }));
  expect(created).toMatchObject([{ topics: [{ configEntries }] }]);
});

it('a topic that exists already needs no right to create it', async () => {
  await clusterOf(3, ['others', 'changes'], false).topic.ensure();
  await expect(clusterOf(3, ['others'], false).topic.ensure()).rejects.toThrow('Not authorized');
});

it.each([
  [3, 1, ["Kafka's topic changes has 1 of 3 copies: changes arrive late while a broker is away."]],
  [5, 3, []],
  [1, 1, []],
])('a topic of %i brokers that has %i copies is warned of if these are few', async (brokers, copies, expected) => {
  const { warnings, topic } = clusterOf(brokers, ['changes'], true, copies);
  await topic.ensure();
  expect(warnings).toEqual(expected);
});
