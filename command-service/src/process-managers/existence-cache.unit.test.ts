import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ExistenceCache } from './existence-cache.ts';

describe('who is known to be present', () => {
  let present: ExistenceCache;
  beforeEach(() => {
    present = new ExistenceCache();
  });
  const there = async () => true;

  it('is looked up once', async () => {
    const look = vi.fn(there);
    expect(await present.find('user-1', look)).toBe(true);
    expect(await present.find('user-1', look)).toBe(true);
    expect(look).toHaveBeenCalledTimes(1);
    expect(present.has('user-1')).toBe(true);
  });

  it('is no one who was not found', async () => {
    expect(await present.find('user-1', async () => false)).toBe(false);
    expect(present.has('user-1')).toBe(false);
  });

  it('is no one whose end came by', async () => {
    await present.find('user-1', there);
    present.end('user-1');
    expect(present.has('user-1')).toBe(false);
    expect(await present.find('user-1', async () => false)).toBe(false);
  });

  it('is no one whose end came by while they were looked up', async () => {
    let answer = (_: boolean): void => {};
    const found = present.find('user-1', () => new Promise((resolve) => (answer = resolve)));
    present.end('user-1');
    answer(true);
    expect(await found).toBe(true);
    expect(present.has('user-1')).toBe(false);
  });

  it('is forgotten when others may have seen ends', async () => {
    await present.find('user-1', there);
    present.clear();
    expect(present.has('user-1')).toBe(false);
  });
});
