import { randomUUID } from 'node:crypto';
import { until } from '@quorum/service-kit/testing/until.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FollowingClient } from '../support/following-client.ts';
import { liveJourney } from '../support/journey.ts';
import { mayaAndTom } from '../support/maya-and-tom.ts';
import {
  type Distributed,
  dropDatabase,
  isolated,
  namedEngines,
  startDistributed,
} from '../support/processes/distributed.ts';
import type { ServiceName } from '../support/processes/service-processes.ts';

const environment = isolated(namedEngines());
let product: Distributed;
beforeAll(async () => {
  product = await startDistributed(environment);
});
afterAll(async () => {
  await product?.stop();
  await dropDatabase(environment.MONGODB_URI ?? '');
});

const instancesOf = (name: ServiceName) => product.instances.filter((instance) => instance.name === name);

describe('services as separate processes, several of each', () => {
  it(
    'several separate processes of each service let two people plan and chat, live (STACK-06)',
    () => liveJourney(product),
    180_000,
  );

  it('several separate processes of each service continue when the writing projections and a gateway are killed, losing nothing (STACK-06)', async () => {
    const { maya, tom, groupId } = await mayaAndTom(product);
    const clients = await Promise.all([maya, tom].map(({ token }) => FollowingClient.connect(product, token)));
    const texts = Array.from({ length: 12 }, (_, index) => `message ${index}`);
    const say = (content: string) => maya.must('sendMessage', { body: { groupId, content } });
    try {
      for (const text of texts.slice(0, 4)) await say(text);
      // One after another, so that the leader is among them.
      for (const victim of instancesOf('projections')) {
        const successor = product.add('projections');
        await product.end(victim, 'SIGKILL');
        await successor;
      }
      for (const text of texts.slice(4, 8)) await say(text);
      const [gateway] = instancesOf('query-service');
      if (gateway !== undefined) await product.end(gateway, 'SIGKILL');
      for (const text of texts.slice(8)) await say(text);

      for (const client of clients) {
        const heard = () => client.named('newMessage').map(({ content }) => content);
        // Another instance takes over when the lease of the dead one has expired.
        await until(async () => heard().length >= texts.length);
        expect(heard()).toEqual(texts);
      }
    } finally {
      for (const client of clients) client.close();
    }
  });

  it('several separate processes of each service are replaced one by one without a failed call (RUN-07, STACK-06)', async () => {
    const { maya, tom, groupId } = await mayaAndTom(product);
    await until(async () => (await tom.call('messages', { params: { groupId } })).status === 200);
    const failed: number[] = [];
    let calls = 0;
    let isOver = false;
    const keepCalling = async (call: () => Promise<{ readonly status: number }>): Promise<void> => {
      for (; !isOver; calls++) {
        const { status } = await call();
        if (status !== 200) failed.push(status);
      }
    };
    // Once Tom is known as a member, reads do not ask for the newest writes: on a busy machine, read models may be further behind than a call waits for them.
    const headers = { 'x-min-position': '' };
    const callers = [1, 2, 3, 4].flatMap(() => [
      keepCalling(() => maya.call('sendMessage', { body: { groupId, content: 'still there' } })),
      keepCalling(() => tom.call('messages', { params: { groupId }, headers })),
    ]);
    for (const name of ['command-service', 'query-service'] as const) {
      const [former] = instancesOf(name);
      await product.add(name);
      if (former !== undefined) await product.end(former);
    }
    isOver = true;
    await Promise.all(callers);
    expect(failed).toEqual([]);
    expect(calls).toBeGreaterThan(100);
  });

  it('a command repeated at another instance has one effect and one response (CQRS-01, STACK-06)', async () => {
    const { maya, tom, groupId } = await mayaAndTom(product);
    await product.add('command-service');
    const headers = { 'idempotency-key': randomUUID() };
    const body = { groupId, content: 'once' };

    // Both instances receive it at the same time.
    const answers = await Promise.all([1, 2, 3, 4].map(() => maya.must('sendMessage', { body, headers })));

    expect(new Set(answers.map(({ message }) => message._id)).size).toBe(1);
    await until(async () => (await tom.call('messages', { params: { groupId } })).status === 200);
    const { messages } = await tom.must('messages', { params: { groupId } });
    expect(messages.map(({ content }) => content)).toEqual(['once']);
  });

  it('services as separate processes finish running work and exit with 0 on SIGTERM (RUN-07)', async () => {
    const codes = await Promise.all([...product.instances].map((instance) => product.end(instance)));
    expect(codes.every((code) => code === 0)).toBe(true);
  });
});
