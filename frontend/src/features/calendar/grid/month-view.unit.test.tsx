import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { calendarEvent } from '../../../testing/calendar.ts';
import { show } from '../testing/schedule.tsx';

afterEach(() => vi.unstubAllGlobals());

const observed = new Map<Element, (height: number) => void>();

class FakeResizeObserver {
  readonly resized: (entries: readonly { contentRect: { height: number } }[]) => void;
  constructor(resized: FakeResizeObserver['resized']) {
    this.resized = resized;
  }
  observe = (box: Element) => observed.set(box, (height) => this.resized([{ contentRect: { height } }]));
  disconnect = () => observed.clear();
}

/** Pixels. A box that has left the page has none. */
const heightOf = (box: Element): number => {
  if (!box.isConnected) return 0;
  return box.matches('.month-view__week') ? 150 : 900;
};
const resize = () => act(() => observed.forEach((tell, box) => void tell(heightOf(box))));

const sixOn = (date: string) =>
  [1, 2, 3, 4, 5, 6].map((number) => calendarEvent(`${date} ${number}`, { name: `Event ${number}`, date }));

it('a month of the schedule shows as many lines in a cell after its page was turned as before (GRID-15)', async () => {
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
  show([...sixOn('2026-05-14'), ...sixOn('2026-06-10')], { view: 'month' });
  await screen.findByLabelText('+3 more on Thursday, May 14');
  resize();
  expect(screen.getByLabelText('+2 more on Thursday, May 14')).toBeDefined();
  fireEvent.click(screen.getAllByLabelText('Next month').at(-1) as HTMLElement);
  resize();
  expect(await screen.findByLabelText('+2 more on Wednesday, June 10')).toBeDefined();
});
