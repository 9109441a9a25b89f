import { groupAudience, sessionsAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AudienceFeed } from './audience-feed.ts';
import type { Sockets } from './connections/connection.ts';
import { rechecking } from './connections/recheck.ts';
import { DeliveryCheck } from './delivery-check.ts';
import type { Frame } from './frames.ts';
import { startMaintenance } from './maintenance.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Everybody has a session and no news. Counts calls, each of which is a command to a server or two. */
const quietStore = () => {
  let calls = 0;
  const counted = <T>(answer: T): Promise<T> => {
    calls += 1;
    return Promise.resolve(answer);
  };
  const documentOf = (collection: string, id: string) =>
    collection === 'sessions'
      ? {
          id,
          userId: `of-${id}`,
          startedAt: new Date().toISOString(),
          endedAt: null,
          expiresAt: '9999-01-01T00:00:00.000Z',
        }
      : { id, sessionsRevokedAt: null, profileComplete: true };
  const reads = {
    activeGeneration: () => counted('1-1'),
    checkpoint: () => counted('0000000000000007'),
    sequences: (audiences: readonly string[]) => counted(new Map(audiences.map((each) => [each, 3]))),
    active: {
      getMany: (collection: string, ids: readonly string[]) =>
        counted(new Map(ids.map((id) => [id, documentOf(collection, id)]))),
    },
  } as unknown as ReadEngine;
  return { reads, calls: () => calls };
};

it('a thousand idle sockets cost the read store less than one call a second', async () => {
  const { reads, calls } = quietStore();
  const sockets = new Map(
    Array.from({ length: 1_000 }, (_, i) => {
      const data = { token: `token-${i}`, actor: { userId: `u${i}` } };
      return [`s${i}`, { data, conn: { writeBuffer: [] }, emit: () => {}, disconnect: () => sockets.delete(`s${i}`) }];
    }),
  );
  const feed = new AudienceFeed<Frame>(reads, {} as never, () => {});
  for (let i = 0; i < 1_000; i += 1)
    await feed.follow([userAudience(`u${i}`), sessionsAudience(`u${i}`), groupAudience(`g${i}`)]);
  const deliveryCheck = new DeliveryCheck(reads);
  deliveryCheck.received({ position: '0000000000000007' });
  const failures: unknown[] = [];
  const failed = (error: unknown) => void failures.push(error);
  const io = { sockets: { sockets } } as unknown as Sockets;
  const clock = { now: () => Date.now() };
  const recheck = rechecking({ reads, clock }, async () => undefined);
  const every = { checkBusEvery: 5_000, reconcileEvery: 60_000, recheckEvery: 60_000 };
  const before = calls();
  const stop = startMaintenance({ io, feed, deliveryCheck, recheck, failed, clock, ...every });
  await vi.advanceTimersByTimeAsync(600_000);
  stop();
  expect(failures).toEqual([]);
  expect(sockets.size).toBe(1_000);
  expect(calls() - before).toBeLessThan(600);
});
