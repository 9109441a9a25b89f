import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Leases } from '../ports/leases.ts';
import { Lease } from './lease.ts';

const log = pino({ level: 'silent' });

it('a request that the store did not take does not hold others back', async () => {
  const held = new Map<string, string>();
  let isAway = false;
  const leases: Leases = {
    lease: async (name, holder, ttl) => {
      if (isAway) throw new Error('the store is away');
      const isFree = (held.get(name) ?? holder) === holder;
      if (isFree && ttl > 0) held.set(name, holder);
      return isFree;
    },
    releaseLease: async (name) => void held.delete(name),
  };
  const [one, two] = [new Lease(leases, 'work', 'one', log), new Lease(leases, 'work', 'two', log)];
  isAway = true;
  await expect(one.request()).rejects.toThrow('the store is away');
  isAway = false;
  expect(await two.take()).toBe(true);
  expect(await one.take()).toBe(false);
  expect(await two.keep()).toBe(true);
});

describe('a lease whose store is slow', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A lease that nobody requests, and answers to the questions for it, oldest first. */
  const slow = () => {
    const answers: ((isTaken: boolean) => void)[] = [];
    const leases: Leases = {
      lease: (_name, _holder, ttl) =>
        ttl === 0 ? Promise.resolve(true) : new Promise((resolve) => answers.push(resolve)),
      releaseLease: async () => {},
    };
    return { lease: new Lease(leases, 'work', 'one', log), answers };
  };
  const takenAfter = async ({ lease, answers }: ReturnType<typeof slow>, milliseconds: number): Promise<boolean> => {
    const taking = lease.take();
    await vi.advanceTimersByTimeAsync(milliseconds);
    answers.shift()?.(true);
    return taking;
  };

  it('a lease whose store is slow is lost when it expires, counted from the last request, even if no answer ever comes', async () => {
    const subject = slow();
    expect(await takenAfter(subject, 2_000)).toBe(true);
    const kept = vi.fn();
    void subject.lease.keep().then(kept);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(kept).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(kept).toHaveBeenCalledExactlyOnceWith(false);
  });

  it('a lease whose store is slow is not taken by an answer that comes after it has expired', async () => {
    expect(await takenAfter(slow(), 5_000)).toBe(false);
  });

  it('a lease whose store is slow lasts as long as its newest renewal, even if an earlier one is answered after it', async () => {
    const { lease, answers } = slow();
    const earlier = lease.take();
    await vi.advanceTimersByTimeAsync(1_000);
    const later = lease.take();
    await vi.advanceTimersByTimeAsync(1_000);
    for (const answer of answers.toReversed()) answer(true);
    expect(await Promise.all([later, earlier])).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(3_500);
    expect(lease.renewAfter).toBe(500);
  });

  it('a lease whose store is slow is renewed when it expires at the latest', async () => {
    const subject = slow();
    await takenAfter(subject, 0);
    expect(subject.lease.renewAfter).toBe(1_500);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(subject.lease.renewAfter).toBe(100);
  });
});
