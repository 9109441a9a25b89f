import { type RefObject, useDeferredValue } from 'react';
import { COLUMN_MINUTES, type DayClock } from './layout/day-clock.ts';

/** Minutes since midnight. */
export type Hours = { readonly from: number; readonly to: number };

const NONE: readonly DayClock[] = [];

/** At first no more than this is in view, in minutes. */
const FIRST_HOURS = 13 * 60;

/**
 * The hours in view while other days, or the first events, are shown for the first time. Their blocks are drawn at once, the others a moment
 * later: those of a full week would take several frames.
 * @param opening the minute at the top when the grid opens.
 */
export const useNearFirst = (
  grid: RefObject<HTMLElement | null>,
  clocks: readonly DayClock[],
  hasEvents: boolean,
  opening: number,
): Hours | undefined => {
  const areDaysDrawn = useDeferredValue(clocks, NONE) === clocks;
  const areEventsDrawn = useDeferredValue(hasEvents) || !hasEvents;
  if (areDaysDrawn && areEventsDrawn) return undefined;
  const { current } = grid;
  if (current === null) return { from: opening, to: opening + FIRST_HOURS };
  const minutes = COLUMN_MINUTES / current.scrollHeight;
  const from = current.scrollTop * minutes;
  return { from, to: from + current.clientHeight * minutes };
};
