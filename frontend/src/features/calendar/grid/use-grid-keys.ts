import { addDays } from '@quorum/contracts/time/days.ts';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { plainKey } from '../../../shared/lib/keys.ts';
import type { Calendar } from '../use-calendar.ts';
import { firstStop, type Stop, stopAcross, stopBeside } from './layout/stops.ts';

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

/** The day that a key turns the page to, from the focused one, or from one whose page is not shown yet. */
// oxlint-disable-next-line complexity -- one case for each key
const turnedTo = (key: string, days: readonly string[], date: string): string | undefined => {
  const isShown = days.includes(date);
  switch (key) {
    case 'ArrowLeft':
      return isShown ? addDays(days[0] ?? date, -1) : addDays(date, -days.length);
    case 'ArrowRight':
      return isShown ? addDays(days.at(-1) ?? date, 1) : addDays(date, days.length);
    case 'PageUp':
      return addDays(date, -7);
    case 'PageDown':
      return addDays(date, 7);
    default:
      return undefined;
  }
};

/** In React, events of a layer over the grid reach the grid, too. */
export const isWithin = (grid: Element | null, target: EventTarget): target is Element =>
  target instanceof Element && grid?.contains(target) === true;

type Place = { readonly date: string; readonly top: number };

/** Where the focus is to go: the event that an arrow leads to, or where a turned page is entered. */
type Wanted = Place & { readonly key: string; readonly stop?: string; readonly isAwaited?: boolean };

/** The stop of the wanted place, once its day is shown. */
const stopAt = (stops: readonly (readonly Stop[])[], days: readonly string[], { date, top, key, stop }: Wanted) => {
  const index = days.indexOf(date);
  if (stop !== undefined) return stop;
  return (ARROWS.includes(key) ? stopAcross(stops, index, key, top) : firstStop(stops, index, top))?.key;
};

const placeOfStop = (
  stops: readonly (readonly Stop[])[],
  days: readonly string[],
  stop: string | undefined,
): Place | undefined => {
  for (const [column, day] of stops.entries()) {
    const found = day.find(({ key }) => key === stop);
    if (found) return { date: days[column] ?? '', top: found.top };
  }
  return undefined;
};

/** One tab stop for all days. Arrows go from event to event, Page Up and Page Down by the week. */
export function useGridKeys(
  grid: RefObject<HTMLElement | null>,
  { days, today, showDay }: Pick<Calendar, 'days' | 'today' | 'showDay'>,
  stops: readonly (readonly Stop[])[],
  minute: number,
) {
  const [focused, setFocused] = useState<string>();
  const wanted = useRef<Wanted>(undefined);
  const isThere = stops.some((day) => day.some(({ key }) => key === focused));
  const tabStop = isThere ? focused : firstStop(stops, days.indexOf(today), minute)?.key;

  /** Until there is such an event, as on a page that loads, the grid has the focus. */
  const go = (to: Wanted) => {
    const key = stopAt(stops, days, to);
    const stop = key === undefined ? null : grid.current?.querySelector<HTMLElement>(`[data-stop="${key}"]`);
    (stop ?? grid.current)?.focus();
    wanted.current = stop ? undefined : { ...to, isAwaited: true };
  };
  useLayoutEffect(() => {
    const { current } = wanted;
    if (current === undefined || !days.includes(current.date)) return;
    if (current.isAwaited && document.activeElement !== grid.current) wanted.current = undefined;
    else go(current);
  });

  /** The focused day, on a page without events the one that a key turned to. */
  const placeNow = (): Place => {
    const last = wanted.current && days.includes(wanted.current.date) ? wanted.current : undefined;
    const first = days.includes(today) ? today : (days[0] ?? today);
    return placeOfStop(stops, days, tabStop) ?? last ?? { date: first, top: minute };
  };
  // oxlint-disable-next-line complexity -- each key has one outcome, decided here
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isWithin(grid.current, event.target)) return;
    const key = plainKey(event);
    // The page that a key turned to may not be shown yet.
    const turning = wanted.current?.isAwaited ? undefined : wanted.current;
    const { top, date: from } = turning ?? placeNow();
    const isStep = turning === undefined && tabStop !== undefined && ARROWS.includes(key);
    const stop = isStep ? stopBeside(stops, tabStop, key) : undefined;
    const date = turnedTo(key, days, from);
    if (stop) go({ date: from, top, key, stop: stop.key });
    else if (date !== undefined) {
      wanted.current = { date, top, key };
      showDay(date);
    } else return;
    event.preventDefault();
  };
  const onFocus = ({ target }: { readonly target: EventTarget }) => {
    const stop = target instanceof HTMLElement ? target.dataset.stop : undefined;
    if (stop === undefined) return;
    wanted.current = undefined;
    setFocused(stop);
  };
  return { tabStop, onKeyDown, onFocus };
}
