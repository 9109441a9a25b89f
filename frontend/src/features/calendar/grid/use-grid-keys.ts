import { addDays } from '@quorum/contracts/time/days.ts';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { plainKey } from '../../../shared/lib/keys.ts';
import type { Calendar } from '../use-calendar.ts';
import { firstStop, type Stop, stopBeside } from './layout/stops.ts';

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

/** Days by which a key turns the page, from the focused day. */
const TURNS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };

const KEYS = [...ARROWS, ...Object.keys(TURNS)];

/** In React, events of a layer over the grid reach the grid, too. */
export const isWithin = (grid: Element | null, target: EventTarget): target is Element =>
  target instanceof Element && grid?.contains(target) === true;

type Place = { readonly date: string; readonly top: number };

/** The stop of the wanted place, once its day is shown. */
const stopAt = (stops: readonly (readonly Stop[])[], days: readonly string[], { date, top }: Place) =>
  firstStop(stops, days.indexOf(date), top);

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
  { minute, isDrawn }: { readonly minute: number; readonly isDrawn: boolean },
) {
  const [focused, setFocused] = useState<string>();
  const wanted = useRef<Place>(undefined);
  const isThere = stops.some((day) => day.some(({ key }) => key === focused));
  const tabStop = isThere ? focused : stopAt(stops, days, { date: today, top: minute })?.key;

  const focus = (key: string | undefined) => {
    const stop = key === undefined ? null : grid.current?.querySelector<HTMLElement>(`[data-stop="${key}"]`);
    (stop ?? grid.current)?.focus();
  };
  // The page that a key turned to has its events only after the next render.
  useLayoutEffect(() => {
    if (wanted.current === undefined || !days.includes(wanted.current.date)) return;
    focus(stopAt(stops, days, wanted.current)?.key);
    // Out of view, it is drawn a moment later.
    if (isDrawn) wanted.current = undefined;
  });

  const turn = (key: string, from: Place) => {
    const date = addDays(from.date, TURNS[key] ?? 0);
    wanted.current = { ...from, date };
    showDay(date);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = plainKey(event);
    if (!KEYS.includes(key) || !isWithin(grid.current, event.target)) return;
    event.preventDefault();
    const next = tabStop !== undefined && ARROWS.includes(key) ? stopBeside(stops, tabStop, key) : undefined;
    if (next) focus(next.key);
    else if (TURNS[key] !== undefined) turn(key, placeOfStop(stops, days, tabStop) ?? { date: today, top: minute });
  };
  const onFocus = ({ target }: { readonly target: EventTarget }) => {
    const stop = target instanceof HTMLElement ? target.dataset.stop : undefined;
    if (stop !== undefined) setFocused(stop);
  };
  return { tabStop, onKeyDown, onFocus };
}
