import { describe, expect, it } from 'vitest';
import { RateLimit } from './rate-limit.ts';

describe('a rate limit', () => {
  it('grants a burst, then as much as comes back with time, and says how long to wait (SAFE-06)', () => {
    const limit = new RateLimit(1, 2);
    expect([limit.take('a', 0), limit.take('a', 0), limit.take('a', 0)]).toEqual([0, 0, 1]);
    expect(limit.take('b', 0)).toBe(0);
    expect(limit.take('a', 1000)).toBe(0);
  });

  it('lets a costly request count for several, and one beyond the burst for all of it', () => {
    const limit = new RateLimit(1, 5);
    expect([limit.take('a', 0, 4), limit.take('a', 0, 4), limit.take('a', 0)]).toEqual([0, 3, 0]);
    expect([limit.take('b', 0, 100), limit.take('b', 0)]).toEqual([0, 1]);
  });

  it('tells who has to wait without taking anything', () => {
    const limit = new RateLimit(1, 1);
    expect(limit.isSpent('a', 0)).toBe(false);
    limit.take('a', 0);
    expect(limit.isSpent('a', 0)).toBe(true);
    expect(limit.isSpent('a', 1000)).toBe(false);
    expect(limit.take('a', 1000)).toBe(0);
  });

  it('forgets who came longest ago', () => {
    const limit = new RateLimit(1, 1, 2);
    for (const caller of ['a', 'b', 'c']) limit.take(caller, 0);
    expect([limit.isSpent('a', 0), limit.isSpent('c', 0)]).toEqual([false, true]);
  });
});
