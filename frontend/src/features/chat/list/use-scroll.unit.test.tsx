// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import type { VirtualizerHandle } from 'virtua';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fakeServices, json, message } from '../../../testing/fakes.ts';
import { makeStore } from '../../../testing/make-store.ts';
import { useScroll } from './use-scroll.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const WINDOW = 100;
const ROW = 60;

const rowsOf = (...ids: string[]) => ids.map((id) => ({ message: message(id, id) }));

/** A window that scrolls over the content as in a browser: it stays within it, and tells only when it has moved. */
const scrollArea = (height: () => number) => {
  const area = document.createElement('div');
  let top = 0;
  Object.defineProperties(area, {
    clientHeight: { value: WINDOW },
    scrollHeight: { get: height },
    scrollTop: {
      get: () => top,
      set: (wanted: number) => {
        const before = top;
        top = Math.max(0, Math.min(wanted, height() - WINDOW));
        if (top !== before) area.dispatchEvent(new Event('scroll'));
      },
    },
  });
  return area;
};

/** A reader at the end of a chat of rows that are all of one height. */
const atEndOf = (...ids: string[]) => {
  let count = ids.length;
  const area = scrollArea(() => count * ROW);
  const handle = {
    findItemIndex: (top: number) => Math.floor(top / ROW),
    getItemOffset: (index: number) => index * ROW,
    getItemSize: () => ROW,
  } as Partial<VirtualizerHandle> as VirtualizerHandle;
  const parts = { scroller: { current: area }, list: { current: handle } };
  const store = makeStore(fakeServices(() => json({})).services);
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result, rerender } = renderHook((rows) => useScroll('group-1', rows, parts, true), {
    initialProps: rowsOf(...ids),
    wrapper,
  });
  area.addEventListener('scroll', () => act(() => result.current.onScroll()));
  return {
    area,
    scroll: () => result.current,
    below: () => area.scrollHeight - area.scrollTop - WINDOW,
    show: (...now: string[]) => {
      count = now.length;
      rerender(rowsOf(...now));
    },
  };
};

it.each([
  ['by key', 'nearest'],
  ['from a quote', 'center'],
] as const)('a reader who is led %s to a message in sight at the end stays at the end (UX-05)', (_, align) => {
  const { scroll, below, show } = atEndOf('a', 'b', 'c');
  act(() => scroll().toRow('c', align));
  vi.runAllTimers();
  show('a', 'b', 'c', 'd');
  expect(below()).toBe(0);
  expect(scroll().atEnd).toBe(true);
});

it('a reader who is led to a message further up stays there (UX-05)', () => {
  const { area, scroll, show } = atEndOf('a', 'b', 'c', 'd', 'e');
  act(() => scroll().toRow('a', 'center'));
  expect(scroll().atEnd).toBe(false);
  show('a', 'b', 'c', 'd', 'e', 'f');
  expect(area.scrollTop).toBe(0);
});

it('a message that comes while a row just above the end is held in its place is not taken for shown (UX-05)', () => {
  const { area, below, scroll, show } = atEndOf('a', 'b', 'c');
  act(() => scroll().toRow('b', 'center'));
  show('a', 'b', 'c', 'd');
  expect([area.scrollTop, below()]).toEqual([40, 100]);
  expect(scroll().atEnd).toBe(false);
  vi.runAllTimers();
  show('a', 'b', 'c', 'd', 'e');
  expect(area.scrollTop).toBe(40);
});

it('a wheel that zooms the page does not leave the end (UX-05)', () => {
  const { area, below, show } = atEndOf('a', 'b', 'c');
  // The test's document makes no wheel events with keys.
  area.dispatchEvent(Object.assign(new WheelEvent('wheel', { deltaY: -100 }), { ctrlKey: true }));
  show('a', 'b', 'c', 'd');
  expect(below()).toBe(0);
});

it('a wheel that scrolls a text that is edited does not leave the end (UX-05)', () => {
  const { area, below, show } = atEndOf('a', 'b', 'c');
  const text = area.appendChild(document.createElement('textarea'));
  text.scrollTop = 10;
  text.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true }));
  show('a', 'b', 'c', 'd');
  expect(below()).toBe(0);
});
