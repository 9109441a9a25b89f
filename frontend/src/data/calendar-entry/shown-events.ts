import type { EventView, SeriesView } from '@quorum/contracts/entry/wire.ts';
import type { Window } from '@quorum/contracts/time/series.ts';
import { memoizeByIdentity } from '../../shared/lib/memoize-by-identity.ts';
import { type EventList, reachOf } from './event-list.ts';
import { datesInWindow } from './expansion.ts';

const noDates: readonly EventView[] = [];

/** The dates of a series in the window of a list, as events. The same list of them for the same series and window. */
const datesOf = memoizeByIdentity((series: SeriesView) => {
  let window: Window | undefined;
  let dates = noDates;
  return (wanted: Window): readonly EventView[] => {
    if (wanted.from !== window?.from || wanted.to !== window.to)
      [window, dates] = [wanted, datesInWindow(series, wanted)];
    return dates;
  };
});

/** Everything to show of a list, as far as it is loaded: single events, and the dates of those that repeat. */
export const shownIn = memoizeByIdentity((list: EventList): readonly EventView[] => {
  if (list.series.length === 0) return list.events;
  const window = { from: list.window.from, to: Math.min(list.window.to, reachOf(list)) };
  return [...list.events, ...list.series.flatMap((series) => datesOf(series)(window))];
});
