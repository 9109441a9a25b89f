import { addDays } from '@quorum/contracts/time/days.ts';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { plainKey } from '../../../shared/lib/keys.ts';
import type { Calendar } from '../use-calendar.ts';
import { firstStop, type Stop, stopAcross, stopBeside } from './layout/stops.ts';

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

/** The side to which an arrow turns the page. */
const SIDES: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

/** Days by which a key turns the page. */
const WEEKS: Readonly<Record<string, number>> = { PageUp: -7, PageDown: 7 };

/** The day beside the shown ones, or as far from a day whose page is not shown yet. */
const dayBeside = (days: readonly string[], date: string, side: -1 | 1): string =>
  days.includes(date) ? addDays(days.at(side === -1 ? 0 : -1) ?? date, side) : addDays(date, side * days.length);

/** The day that a key turns the page to. */
const turnedTo = (key: string, days: readonly string[], date: string): string | undefined => {
  const [side, week] = [SIDES[key], WEEKS[key]];
  if (side !== undefined) return dayBeside(days, date, side);
  return week === undefined ? undefined : addDays(date, week);
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
  /** Where a key leads, if anywhere. */
  const leadsTo = (key: string): Wanted | undefined => {
    // The page that a key turned to may not be shown yet.
    const turning = wanted.current?.isAwaited ? undefined : wanted.current;
    const { top, date: from } = turning ?? placeNow();
    const stop = turning === undefined && ARROWS.includes(key) ? stopBeside(stops, tabStop, key) : undefined;
    if (stop) return { date: from, top, key, stop: stop.key };
    const date = turnedTo(key, days, from);
    return date === undefined ? undefined : { date, top, key };
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = isWithin(grid.current, event.target) ? leadsTo(plainKey(event)) : undefined;
    if (to === undefined) return;
    event.preventDefault();
    if (to.stop !== undefined) {
      go(to);
      return;
    }
    wanted.current = to;
    showDay(to.date);
  };
  const onFocus = ({ target }: { readonly target: EventTarget }) => {
    const stop = target instanceof HTMLElement ? target.dataset.stop : undefined;
    if (stop === undefined) return;
    wanted.current = undefined;
    setFocused(stop);
  };
  return { tabStop, onKeyDown, onFocus };
}
