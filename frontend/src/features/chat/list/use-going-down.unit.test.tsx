// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useGoingDown } from './use-going-down.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a list counts as going down until it turns or rests', () => {
  const area = document.createElement('div');
  const { result } = renderHook(() => useGoingDown({ current: area }));
  const moveTo = (top: number, height = 0) =>
    act(() => {
      area.scrollTop = top;
      Object.defineProperty(area, 'scrollHeight', { value: height, configurable: true });
      result.current.moved();
    });
  moveTo(60);
  expect(result.current.goingDown).toBe(true);
  moveTo(50);
  expect(result.current.goingDown).toBe(false);
  moveTo(60);
  // Between two turns of a wheel.
  act(() => void vi.advanceTimersByTime(250));
  moveTo(120);
  act(() => void vi.advanceTimersByTime(250));
  expect(result.current.goingDown).toBe(true);
  act(() => void vi.advanceTimersByTime(250));
  expect(result.current.goingDown).toBe(false);
  // A page that arrives above moves the list, not the reader.
  moveTo(3_000, 3_000);
  expect(result.current.goingDown).toBe(false);
});
