import { occurrenceOn } from '../time/occurrences.ts';
import { eventOf } from './series.ts';
import type { EventView, SeriesView } from './wire.ts';

/** One date of a series as an event. Undefined if the series does not have it. */
export const eventOnDate = (series: SeriesView, date: string): EventView | undefined => {
  const found = occurrenceOn(series, date);
  return found && eventOf(series, found);
};
