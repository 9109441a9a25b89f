import { type RefObject, useDeferredValue } from 'react';
import { COLUMN_MINUTES, type DayClock } from './layout/day-clock.ts';

/** Minutes since midnight. */
export type Hours = { readonly from: number; readonly to: number };

const NONE: readonly DayClock[] = [];

/** Beyond the window, in minutes: blocks that reach into it, and small movements. */
const MARGIN = 90;
/** At first no more than this is in view, in minutes. */
const FIRST_HOURS = 13 * 60;

/**
 * The hours in view while other days are shown for the first time. Their blocks are drawn at once, the others a moment later: those of a full
 * week would take several frames.
 * @param opening the minute at the top when the grid opens.
 */
export const useNearFirst = (
  grid: RefObject<HTMLElement | null>,
  clocks: readonly DayClock[],
  opening: number,
): Hours | undefined => {
  const isDrawn = useDeferredValue(clocks, NONE) === clocks;
  if (isDrawn) return undefined;
  const { current } = grid;
  if (current === null) return { from: opening - MARGIN, to: opening + FIRST_HOURS };
  const minutes = COLUMN_MINUTES / current.scrollHeight;
  const top = current.scrollTop * minutes;
  return { from: top - MARGIN, to: top + current.clientHeight * minutes + MARGIN };
};
