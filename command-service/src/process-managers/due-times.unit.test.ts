import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DueTimes } from './due-times.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => void vi.useRealTimers());

const started = () => {
  const ending = new AbortController();
  const listens = vi.spyOn(ending.signal, 'addEventListener');
  return { due: new DueTimes({ now: () => Date.now() }, ending.signal), ending, listens };
};

it('a thousand events that are due at about the same time share one timer', async () => {
  const { due, listens } = started();
  const reached = vi.fn();
  for (let event = 0; event < 1000; event += 1) void due.reached(1_000_901 + (event % 90)).then(reached);
  expect([vi.getTimerCount(), listens.mock.calls.length]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(900);
  expect(reached).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(reached).toHaveBeenCalledTimes(1000);
});

it('a due time comes although the clock was set back in between', async () => {
  const { due } = started();
  const reached = vi.fn();
  void due.reached(1_005_000).then(reached);
  vi.setSystemTime(999_000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(reached).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reached).toHaveBeenCalledOnce();
});

it('a time that has passed is not waited for, and no time is after the end', async () => {
  const { due, ending } = started();
  await due.reached(999_999);
  const waiting = due.reached(1_060_000);
  ending.abort();
  await waiting;
  expect(vi.getTimerCount()).toBe(0);
});
