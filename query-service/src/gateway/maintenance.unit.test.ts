import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AudienceFeed } from './audience-feed.ts';
import type { Connection, Sockets } from './connection.ts';
import type { Frame } from './frames.ts';
import { MOST_WAITING, startMaintenance } from './maintenance.ts';

const connection = (waiting: number) => {
  const fake = { cut: false, conn: { writeBuffer: new Array(waiting).fill('packet') }, disconnect: () => {} };
  fake.disconnect = () => {
    fake.cut = true;
  };
  return fake;
};

const house = (connections: ReturnType<typeof connection>[], reconcile: () => Promise<void> = async () => {}) => {
  const rechecked: number[] = [];
  const failures: unknown[] = [];
  const stop = startMaintenance({
    io: { sockets: { sockets: new Map(connections.entries()) } } as unknown as Sockets,
    feed: { reconcile } as unknown as AudienceFeed<Frame>,
    recheck: async (some: readonly Connection[]) => void rechecked.push(some.length),
    failed: (error) => failures.push(error),
    reconcileEvery: 5000,
    recheckEvery: 60_000,
  });
  return { rechecked, failures, stop };
};

describe('housekeeping', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('disconnects a connection with too long a queue, and no other', async () => {
    const [slow, quick] = [connection(MOST_WAITING + 1), connection(MOST_WAITING)];
    const { stop } = house([slow, quick]);
    await vi.advanceTimersByTimeAsync(5000);
    expect([slow.cut, quick.cut]).toEqual([true, false]);
    stop();
  });

  it('checks the sessions of all connections once a minute, a few at a time', async () => {
    const { rechecked, stop } = house(Array.from({ length: 120 }, () => connection(0)));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(rechecked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(rechecked).toEqual([50, 50, 20]);
    stop();
  });

  it('continues after a failure, and ends when it is stopped', async () => {
    let looks = 0;
    const { failures, stop } = house([], async () => {
      looks += 1;
      throw new Error('out of reach');
    });
    await vi.advanceTimersByTimeAsync(15_000);
    expect([looks, failures.length]).toEqual([3, 3]);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(3);
  });
});
