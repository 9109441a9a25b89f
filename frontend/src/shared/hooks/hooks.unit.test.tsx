import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useDelayedFlag } from './use-delayed-flag.ts';
import { useLeaveWarning } from './use-leave-warning.ts';
import { createTicker, type Ticker, TickerContext, useNow } from './use-now.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_250 });
});

test('a wait shows its placeholder after 200 ms, and a shorter one never does (LIMIT-18)', () => {
  const { result, rerender } = renderHook(({ active }) => useDelayedFlag(active), { initialProps: { active: true } });
  void act(() => vi.advanceTimersByTime(199));
  expect(result.current).toBe(false);
  void act(() => vi.advanceTimersByTime(1));
  expect(result.current).toBe(true);
  rerender({ active: false });
  expect(result.current).toBe(false);
  rerender({ active: true });
  expect(result.current).toBe(false);
});

test('the clock ticks on full seconds with one timer for all listeners, and rests without any (CAL-09)', () => {
  const ticker = createTicker();
  const seen: number[] = [];
  const stopFirst = ticker.subscribe(() => seen.push(ticker.now()));
  const stopSecond = ticker.subscribe(() => undefined);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1750);
  expect(seen).toEqual([1_001_000, 1_002_000]);
  stopFirst();
  stopSecond();
  expect(vi.getTimerCount()).toBe(0);
});

test('useNow follows the clock of the context', () => {
  let time = 5000;
  const listeners = new Set<() => void>();
  const ticker: Ticker = {
    now: () => time,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const wrapper = ({ children }: { children: ReactNode }) => <TickerContext value={ticker}>{children}</TickerContext>;
  const { result } = renderHook(useNow, { wrapper });
  expect(result.current).toBe(5000);
  void act(() => {
    time = 6000;
    for (const listener of listeners) listener();
  });
  expect(result.current).toBe(6000);
});

test('the browser asks before it leaves while something would be lost, and only then', () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { rerender, unmount } = renderHook(({ warns }) => useLeaveWarning(warns), { initialProps: { warns: false } });
  expect(asks()).toBe(false);
  rerender({ warns: true });
  expect(asks()).toBe(true);
  rerender({ warns: false });
  expect(asks()).toBe(false);
  rerender({ warns: true });
  unmount();
  expect(asks()).toBe(false);
});
