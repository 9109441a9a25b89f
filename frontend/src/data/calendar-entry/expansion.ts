import type { eventsOfSeries } from '@quorum/contracts/entry/series.ts';

let expand: typeof eventsOfSeries | undefined;

/** Loads the code that knows the dates of a series, unless it is there. The first paint of a schedule without series needs none. */
export const loadExpansion = async (): Promise<void> => {
  expand ??= (await import('@quorum/contracts/entry/series.ts')).eventsOfSeries;
};

/** The dates of a series in a window, as events. None before {@link loadExpansion}. */
export const datesInWindow: typeof eventsOfSeries = (series, window) => expand?.(series, window) ?? [];
