import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { atMostEvery } from './at-most-every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('work that is asked for again and again is done at once, then once after each rest, and no more after the last', () => {
  const run = atMostEvery(2_000);
  const work = vi.fn();
  for (let cause = 0; cause < 20; cause += 1) run('a', cause, work);
  expect(work).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2_000);
  expect(work).toHaveBeenCalledTimes(2);
  run('a', 20, work);
  vi.advanceTimersByTime(2_000);
  expect(work).toHaveBeenCalledTimes(3);
  vi.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledTimes(3);
});

it('work that several ask for because of the same is done once, and other work does not wait for it', () => {
  const run = atMostEvery(2_000);
  const [work, other] = [vi.fn(), vi.fn()];
  for (let asker = 0; asker < 5; asker += 1) run('a', 'changed', work);
  run('b', 'changed', other);
  vi.advanceTimersByTime(60_000);
  expect([work.mock.calls.length, other.mock.calls.length]).toEqual([1, 1]);
});
