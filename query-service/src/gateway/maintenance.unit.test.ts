import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AudienceFeed } from './audience-feed.ts';
import type { Connection, Sockets } from './connections/connection.ts';
import type { Frame } from './frames.ts';
import { MAX_WAITING, startMaintenance } from './maintenance.ts';

/** @param drainedAt when it last took what was queued, in milliseconds. */
const connection = (waiting: number, drainedAt = 0) => {
  const fake = {
    cut: false,
    data: { drainedAt },
    conn: {
      writeBuffer: new Array(waiting).fill('packet'),
      close: (discard: boolean) => {
        fake.cut = discard;
      },
    },
  };
  return fake;
};

type Given = {
  readonly reconcile?: (pause?: number) => Promise<void>;
  readonly missing?: () => Promise<string | undefined>;
};

const house = (
  connections: ReturnType<typeof connection>[],
  { reconcile = async () => {}, missing = async () => undefined }: Given = {},
) => {
  const compared: string[] = [];
  const rechecked: number[] = [];
  const failures: unknown[] = [];
  const stop = startMaintenance({
    io: { sockets: { sockets: new Map(connections.entries()) } } as unknown as Sockets,
    feed: { reconcile } as unknown as AudienceFeed<Frame>,
    deliveryCheck: { missing, compared: (position) => compared.push(position) },
    recheck: async (some: readonly Connection[]) => void rechecked.push(some.length),
    failed: (error) => failures.push(error),
    clock: { now: () => 100_000 },
    checkBusEvery: 5000,
    reconcileEvery: 60_000,
    recheckEvery: 60_000,
  });
  return { rechecked, failures, compared, stop };
};

describe('housekeeping', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('the housekeeping of the gateway closes a connection whose queue is too long without waiting for the queue, and no other', async () => {
    const [slow, quick] = [connection(MAX_WAITING + 1, 99_000), connection(MAX_WAITING, 99_000)];
    const { stop } = house([slow, quick]);
    await vi.advanceTimersByTimeAsync(5000);
    expect([slow.cut, quick.cut]).toEqual([true, false]);
    stop();
  });

  it('the housekeeping of the gateway closes a connection that has taken nothing of its queue for a minute (SAFE-06)', async () => {
    const [stuck, slow, idle] = [connection(1, 39_000), connection(1, 41_000), connection(0, 0)];
    const { stop } = house([stuck, slow, idle]);
    await vi.advanceTimersByTimeAsync(5000);
    expect([stuck.cut, slow.cut, idle.cut]).toEqual([true, false, false]);
    stop();
  });

  it('the housekeeping of the gateway checks the sessions of all connections once a minute, a few hundred at a time', async () => {
    const { rechecked, stop } = house(Array.from({ length: 1_200 }, () => connection(0)));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(rechecked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(rechecked).toEqual([500, 500, 200]);
    stop();
  });

  it('the housekeeping of the gateway compares all audiences once a minute, and within seconds, but spread, if the bus does not deliver commits', async () => {
    const pauses: number[] = [];
    const missed: string[] = [];
    const reconcile = async (pause = 0) => void pauses.push(pause);
    const { compared, stop } = house([], { reconcile, missing: async () => missed.shift() });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(pauses).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(pauses).toEqual([0]);
    missed.push('17');
    await vi.advanceTimersByTimeAsync(5_000);
    expect([pauses, compared]).toEqual([[0, 500], ['17']]);
    stop();
  });

  it('the housekeeping of the gateway disconnects slow connections also while audiences are compared, which takes long if there are many', async () => {
    const slow = connection(0);
    const { stop } = house([slow], { reconcile: () => new Promise(() => {}), missing: async () => '17' });
    await vi.advanceTimersByTimeAsync(9_000);
    slow.conn.writeBuffer = new Array(MAX_WAITING + 1).fill('packet');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(slow.cut).toBe(true);
    stop();
  });

  it('the housekeeping of the gateway continues after a failure, and ends when it is stopped', async () => {
    let looks = 0;
    const missing = async () => {
      looks += 1;
      throw new Error('out of reach');
    };
    const { failures, stop } = house([], { missing });
    await vi.advanceTimersByTimeAsync(15_000);
    expect([looks, failures.length]).toEqual([3, 3]);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(3);
  });
});
