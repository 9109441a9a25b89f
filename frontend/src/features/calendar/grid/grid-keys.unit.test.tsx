import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { calendarEvent } from '../../../testing/calendar.ts';
import { show } from '../testing/schedule.tsx';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});

const title = () => screen.getByRole('heading', { level: 2 }).textContent;
const critique = calendarEvent('a', { name: 'Design critique' });
const events = [
  critique,
  calendarEvent('b', { name: 'Lunch', at: '12:00' }),
  calendarEvent('c', { name: 'Invoice hour', date: '2026-05-15', at: '11:30' }),
  calendarEvent('d', { name: 'Next', date: '2026-05-21', at: '12:00' }),
];
const focused = () => document.activeElement?.getAttribute('aria-label')?.split(',')[0];
const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
const tabStops = () => document.querySelectorAll<HTMLElement>('.time-grid [tabindex="0"]');
const enter = async (shown: readonly EventView[]) => {
  show(shown, { view: 'week' });
  await vi.waitFor(() => expect(tabStops()).toHaveLength(1));
  act(() => tabStops()[0]?.focus());
};

it('the keys of a week go through a day, to the nearest event of the next one, and by weeks, from one tab stop (GRID-13)', async () => {
  await enter(events);
  expect(focused()).toBe('Design critique');
  press('ArrowDown');
  expect(focused()).toBe('Lunch');
  press('ArrowRight');
  expect(focused()).toBe('Invoice hour');
  press('ArrowLeft');
  expect(focused()).toBe('Lunch');
  press('ArrowUp');
  expect(focused()).toBe('Design critique');
  expect(tabStops()).toHaveLength(1);
  press('PageDown');
  await expect.poll(focused).toBe('Next');
  expect(title()).toBe('May 17 – 23');
});

it('the keys of a week turn the page past its first and its last event, whatever days are left in it (GRID-13)', async () => {
  await enter(events);
  for (const next of ['Invoice hour', 'Next']) {
    press('ArrowRight');
    await expect.poll(focused).toBe(next);
  }
  expect(title()).toBe('May 17 – 23');
  press('ArrowLeft');
  await expect.poll(focused).toBe('Invoice hour');
  expect(title()).toBe('May 10 – 16');
});

it.each(['ArrowRight', 'PageDown'])(
  'the keys of a week lead on from weeks without events by %s (GRID-13)',
  async (key) => {
    await enter([critique, calendarEvent('far', { name: 'Far', date: '2026-06-02' })]);
    for (const page of ['May 17 – 23', 'May 24 – 30', 'May 31 – Jun 6']) {
      press(key);
      await expect.poll(title).toBe(page);
    }
    await expect.poll(focused).toBe('Far');
  },
);

it.each(['ArrowRight', 'PageDown'])(
  'the keys of a week turn a page for each press of %s, also of one before the last page is shown (GRID-13)',
  async (key) => {
    await enter([critique, calendarEvent('far', { name: 'Far', date: '2026-06-04' })]);
    press(key);
    await expect.poll(title).toBe('May 17 – 23');
    act(() => {
      press(key);
      press(key);
    });
    await expect.poll(focused).toBe('Far');
    expect(title()).toBe('May 31 – Jun 6');
  },
);

it.each(['ArrowRight', 'PageDown'])(
  'the keys of a week reach an event by %s that is drawn only a moment after the page (GRID-13)',
  async (key) => {
    await enter([critique, calendarEvent('d', { name: 'Next', date: '2026-05-21', at: '23:00' })]);
    const taken: (string | undefined)[] = [];
    const onFocus = () => taken.push(focused());
    document.addEventListener('focusin', onFocus);
    press(key);
    await expect.poll(focused).toBe('Next');
    document.removeEventListener('focusin', onFocus);
    expect(taken).toEqual(['Events', 'Next']);
  },
);

it('the keys of a week leave Up and Down to the hours where there is no event (GRID-13)', async () => {
  show([], { view: 'week' });
  await screen.findByText('Drag to add an event');
  const grid = screen.getByRole('region', { name: 'Events' });
  expect(grid.tabIndex).toBe(0);
  expect(fireEvent.keyDown(grid, { key: 'ArrowDown' })).toBe(true);
  expect(fireEvent.keyDown(grid, { key: 'PageDown' })).toBe(false);
});
