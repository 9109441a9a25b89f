import type { Push, PushOutcome } from '@quorum/service-kit/ports/push-sender.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PushQueue } from './push-queue.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const LONG = 14_400;

/** A queue to services that answer like this. */
const queueTo = (answer: (push: Push) => PushOutcome | Promise<PushOutcome>) => {
  const sent: { readonly endpoint: string; readonly at: number }[] = [];
  const ends: string[] = [];
  const refused: string[] = [];
  const push = {
    publicKey: '',
    accepts: () => true,
    send: async (one: Push) => {
      sent.push({ endpoint: one.target.endpoint, at: performance.now() });
      return answer(one);
    },
  };
  const queue = new PushQueue({
    push,
    onEnd: (end) => void ends.push(end),
    onRefused: (host, reason) => void refused.push(`${host} ${reason}`),
    onFailure: (error) => {
      throw error;
    },
  });
  const deliver = (
    userId: string,
    { ttl = LONG, onGone = async () => {} }: { ttl?: number; onGone?: () => Promise<void> } = {},
  ) => {
    const target = { endpoint: `https://push.example.com/${userId}`, p256dh: '', auth: '' };
    const alert = { title: '', body: '', tag: 'tag', path: '/', ttl, isUrgent: false };
    return queue.deliver({ userId, pack: async () => ({ target, alert }), onGone });
  };
  return { queue, deliver, sent, ends, refused };
};

it('a push that a service may take later is repeated five times after what it asks for, and then given up (NOTE-28)', async () => {
  const { deliver, sent, ends } = queueTo(() => ({ kind: 'later', retryAfter: 7 }));
  await deliver('ada');
  await vi.advanceTimersByTimeAsync(60_000);
  const [first = { at: 0 }] = sent;
  expect(sent.map(({ at }) => Math.round((at - first.at) / 1000))).toEqual([0, 7, 14, 21, 28, 35]);
  expect(ends).toEqual(['failed']);
});

it('a push is repeated with growing pauses if its service does not say when (NOTE-28)', async () => {
  const { deliver, sent } = queueTo(() => ({ kind: 'later' }));
  await deliver('ada');
  await vi.advanceTimersByTimeAsync(600_000);
  const pauses = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));
  expect(pauses).toHaveLength(5);
  // Half of each is random.
  for (const [index, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(1000 * 2 ** index);
    expect(pause).toBeLessThanOrEqual(2001 * 2 ** index);
  }
});

it('a limited number of pushes to one person wait to be repeated, no matter who else waits (NOTE-28)', async () => {
  const { deliver, ends } = queueTo(() => ({ kind: 'later', retryAfter: 3600 }));
  for (let n = 0; n < 250; n += 1) await deliver('ada');
  await deliver('ben');
  expect(ends).toEqual(Array(50).fill('failed'));
});

it('a push is not repeated once it has lost its point (NOTE-28)', async () => {
  const { deliver, sent, ends } = queueTo(() => ({ kind: 'later', retryAfter: 60 }));
  await deliver('ada', { ttl: 30 });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toHaveLength(1);
  expect(ends).toEqual(['failed']);
});

it('a refused push is reported once with the host of its service, and is not repeated (NOTE-28)', async () => {
  const { deliver, sent, ends, refused } = queueTo(() => ({ kind: 'refused', reason: 'status-413' }));
  await deliver('ada');
  await vi.advanceTimersByTimeAsync(600_000);
  expect([sent.length, ends, refused]).toEqual([1, ['refused'], ['push.example.com status-413']]);
});

it('a service that no longer knows a browser ends its subscription (NOTE-25)', async () => {
  const { deliver, ends } = queueTo(() => ({ kind: 'gone' }));
  const onGone = vi.fn(async () => {});
  await deliver('ada', { onGone });
  expect(onGone).toHaveBeenCalledOnce();
  expect(ends).toEqual(['gone']);
});

it('64 pushes go out at once, and a service that does not answer delays nobody else (NOTE-28)', async () => {
  const isSlow = ({ target }: Push) => target.endpoint.endsWith('slow');
  const { deliver, sent, ends } = queueTo((push) => (isSlow(push) ? new Promise(() => {}) : { kind: 'delivered' }));
  for (let n = 0; n < 20; n += 1) void deliver('slow');
  await Promise.all(Array.from({ length: 100 }, (_, n) => deliver(`person-${n}`)));
  expect(ends.filter((end) => end === 'delivered')).toHaveLength(100);
  expect(sent.filter(({ endpoint }) => endpoint.endsWith('slow')).length).toBeLessThan(20);
  const held = queueTo(() => new Promise(() => {}));
  for (let n = 0; n < 100; n += 1) void held.deliver(`person-${n}`);
  await vi.advanceTimersByTimeAsync(10);
  expect(held.sent).toHaveLength(64);
});

it('a stopped queue sends nothing', async () => {
  const { queue, deliver, sent } = queueTo(() => ({ kind: 'later', retryAfter: 1 }));
  await deliver('ada');
  queue.stop();
  await deliver('ben');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(1);
});
