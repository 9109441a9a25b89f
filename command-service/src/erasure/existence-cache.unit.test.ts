import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ExistenceCache } from './existence-cache.ts';

describe('the existence cache', () => {
  let present: ExistenceCache;
  beforeEach(() => {
    present = new ExistenceCache(10);
  });
  const there = async () => true;

  it('the existence cache looks something up once', async () => {
    const look = vi.fn(there);
    expect(await present.find('user-1', look)).toBe(true);
    expect(await present.find('user-1', look)).toBe(true);
    expect(look).toHaveBeenCalledTimes(1);
    expect(present.has('user-1')).toBe(true);
  });

  it('the existence cache keeps the configured number of things, those looked at last', async () => {
    const many = new ExistenceCache(25_000);
    for (let number = 0; number <= 25_000; number++) await many.find(`user-${number}`, there);
    expect([many.has('user-0'), many.has('user-1')]).toEqual([false, true]);
  });

  it('the existence cache does not keep what was not found', async () => {
    expect(await present.find('user-1', async () => false)).toBe(false);
    expect(present.has('user-1')).toBe(false);
  });

  it('the existence cache drops deleted things', async () => {
    await present.find('user-1', there);
    present.end('user-1');
    expect(present.has('user-1')).toBe(false);
    expect(await present.find('user-1', async () => false)).toBe(false);
  });

  it('the existence cache does not keep things deleted during their lookup', async () => {
    let answer = (_: boolean): void => {};
    const found = present.find('user-1', () => new Promise((resolve) => (answer = resolve)));
    present.end('user-1');
    answer(true);
    expect(await found).toBe(true);
    expect(present.has('user-1')).toBe(false);
  });

  it('the existence cache is cleared when another process may have seen deletions', async () => {
    await present.find('user-1', there);
    present.clear();
    expect(present.has('user-1')).toBe(false);
  });
});
