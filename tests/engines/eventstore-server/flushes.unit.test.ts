import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Flushes } from './flushes.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the flushes of appends', () => {
  it('appends that cost time are written one flush after another, and those that arrive during a flush share the next', () => {
    const flushes = new Flushes({ flush: 10, each: 1 });
    const written: number[] = [];
    for (const number of [1, 2, 3]) flushes.run(() => written.push(number));

    vi.advanceTimersByTime(10);
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(written).toEqual([1]);
    vi.advanceTimersByTime(12);
    expect(written).toEqual([1, 2, 3]);

    flushes.run(() => written.push(4));
    vi.advanceTimersByTime(11);
    expect(written).toEqual([1, 2, 3, 4]);
  });

  it('appends that cost nothing are written at once', () => {
    const written: number[] = [];
    new Flushes().run(() => written.push(1));
    expect(written).toEqual([1]);
  });
});
