import { renderHook } from '@testing-library/react';
import { createRef } from 'react';
import { expect, it } from 'vitest';
import { dayClock } from './layout/day-clock.ts';
import { type Hours, useNearFirst } from './use-near-first.ts';

const SUNDAY = [dayClock('2026-05-10', 'America/New_York')];
const MONDAY = [dayClock('2026-05-11', 'America/New_York')];
const OPENING = 7 * 60;

/** What each render is told to draw, oldest first. */
const drawing = (days: typeof SUNDAY, hasEvents: boolean) => {
  const drawn: (Hours | undefined)[] = [];
  const grid = createRef<HTMLElement>();
  const { rerender } = renderHook(
    (props: { readonly days: typeof SUNDAY; readonly hasEvents: boolean }) =>
      drawn.push(useNearFirst(grid, props.days, props.hasEvents, OPENING)),
    { initialProps: { days, hasEvents } },
  );
  return {
    drawn,
    show: (next: typeof SUNDAY, has: boolean) => {
      drawn.length = 0;
      rerender({ days: next, hasEvents: has });
    },
  };
};

const inView = { from: OPENING, to: OPENING + 13 * 60 };

it('draws the hours in view first, and all hours a moment later (GRID-19)', () => {
  expect(drawing(SUNDAY, true).drawn).toEqual([inView, undefined]);
});

it('draws the hours in view first when the first events of the shown days arrive (GRID-19)', () => {
  const { drawn, show } = drawing(SUNDAY, false);
  show(SUNDAY, true);
  expect(drawn).toEqual([inView, undefined]);
});

it('draws the hours in view first when the page turns, and keeps all hours when one more event arrives (GRID-19)', () => {
  const { drawn, show } = drawing(SUNDAY, true);
  show(MONDAY, true);
  expect(drawn).toEqual([inView, undefined]);
  show(MONDAY, true);
  expect(drawn).toEqual([undefined]);
});
