// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import type { VirtualizerHandle } from 'virtua';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { message } from '../../../testing/fakes.ts';
import { useJump } from './use-jump.ts';
import { useReader } from './use-reader.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const rowsOf = (...ids: string[]) => ids.map((id) => ({ message: message(id, id) }));

/** A window of 100 pixels over rows whose heights, in pixels, may change. */
const shown = (rows: ReturnType<typeof rowsOf>, heights: number[]) => {
  const area = document.createElement('div');
  Object.defineProperty(area, 'clientHeight', { value: 100 });
  const handle = {
    getItemOffset: (index: number) => heights.slice(0, index).reduce((sum, height) => sum + height, 0),
    getItemSize: (index: number) => heights[index],
  } as VirtualizerHandle;
  const parts = { scroller: { current: area }, list: { current: handle } };
  const { result, rerender, unmount } = renderHook(
    (drawn) => {
      const jump = useJump(drawn, parts, () => undefined);
      useReader(parts.scroller, { onMove: jump.cancel, onRest: () => undefined });
      return jump;
    },
    { initialProps: rows },
  );
  return { area, heights, jump: result.current, rerender, unmount };
};

it.each([
  ['start', 200],
  ['center', 160],
  ['end', 120],
] as const)('a row that is to stand at the %s of the window is brought there', (align, top) => {
  const { area, jump } = shown(rowsOf('a', 'b', 'c'), [100, 100, 20]);
  jump.to('c', align);
  expect(area.scrollTop).toBe(top);
});

it.each([
  ['above the window is brought to its start', 'a', 0],
  ['below the window is brought to its end', 'd', 220],
  ['in sight stays where it is', 'c', 150],
] as const)('a row that %s when it is to stand at the nearest place', (_, messageId, top) => {
  const { area, jump } = shown(rowsOf('a', 'b', 'c', 'd'), [100, 100, 20, 100]);
  area.scrollTop = 150;
  jump.to(messageId, 'nearest');
  expect(area.scrollTop).toBe(top);
});

it('a row is held in its place while rows above it are measured or added (UX-05)', () => {
  const { area, heights, jump, rerender } = shown(rowsOf('b', 'c'), [100, 20]);
  jump.to('c', 'start');
  heights[0] = 340;
  jump.hold();
  expect(area.scrollTop).toBe(340);
  heights.unshift(60);
  rerender(rowsOf('a', 'b', 'c'));
  jump.hold();
  expect(area.scrollTop).toBe(400);
});

it.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])(
  'a reader who moves the list ends a jump: %s (UX-05)',
  (move) => {
    const { area, heights, jump } = shown(rowsOf('a', 'b'), [100, 20]);
    jump.to('b', 'start');
    area.dispatchEvent(new Event(move));
    area.scrollTop = 30;
    heights[0] = 340;
    jump.hold();
    expect(area.scrollTop).toBe(30);
    expect(jump.isUnderWay()).toBe(false);
  },
);

it('a jump is over once no height has changed for a while', () => {
  const { area, heights, jump } = shown(rowsOf('a', 'b'), [100, 20]);
  jump.to('b', 'start');
  vi.advanceTimersByTime(100);
  jump.hold();
  vi.advanceTimersByTime(100);
  expect(jump.isUnderWay()).toBe(true);
  vi.advanceTimersByTime(50);
  heights[0] = 340;
  jump.hold();
  expect(area.scrollTop).toBe(100);
});

it('a row that is gone is no longer held', () => {
  const { area, jump, rerender } = shown(rowsOf('a', 'b'), [100, 20]);
  jump.to('b', 'start');
  rerender(rowsOf('a'));
  jump.hold();
  expect(jump.isUnderWay()).toBe(false);
  expect(area.scrollTop).toBe(100);
});
