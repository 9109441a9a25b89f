import { describe, expect, it } from 'vitest';
import { RateLimit } from './rate-limit.ts';

describe('a rate limit', () => {
  it('a rate limit allows a burst, then refills over time, and returns how long to wait (SAFE-06)', () => {
    const limit = new RateLimit(1, 2);
    expect([limit.take('a', 0), limit.take('a', 0), limit.take('a', 0)]).toEqual([0, 0, 1]);
    expect(limit.take('b', 0)).toBe(0);
    expect(limit.take('a', 1000)).toBe(0);
  });

  it('a rate limit counts an expensive request several times, and one beyond the burst as the whole burst', () => {
    const limit = new RateLimit(1, 5);
    expect([limit.take('a', 0, 4), limit.take('a', 0, 4), limit.take('a', 0)]).toEqual([0, 3, 0]);
    expect([limit.take('b', 0, 100), limit.take('b', 0)]).toEqual([0, 1]);
  });

  it('a rate limit keeps nobody waiting longer because the clock was set back', () => {
    const limit = new RateLimit(1, 2);
    limit.take('a', 3_600_000);
    expect(limit.isSpent('a', 0)).toBe(false);
    expect([limit.take('a', 0), limit.take('a', 0), limit.take('a', 1000)]).toEqual([0, 1, 0]);
  });

  it('a rate limit reports who has to wait without taking a token', () => {
    const limit = new RateLimit(1, 1);
    expect(limit.isSpent('a', 0)).toBe(false);
    limit.take('a', 0);
    expect(limit.isSpent('a', 0)).toBe(true);
    expect(limit.isSpent('a', 1000)).toBe(false);
    expect(limit.take('a', 1000)).toBe(0);
  });

  it('a rate limit evicts the least recent callers', () => {
    const limit = new RateLimit(1, 1, 2);
    for (const caller of ['a', 'b', 'c']) limit.take(caller, 0);
    expect([limit.isSpent('a', 0), limit.isSpent('c', 0)]).toEqual([false, true]);
  });
});
