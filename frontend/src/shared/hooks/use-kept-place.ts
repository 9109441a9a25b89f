import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { hasFields } from '../lib/has-fields.ts';
import { keyOfEntry, putStateOfEntry } from '../lib/history-entry.ts';

/** How a list was left: the row at its top, the pixels of it (of the whole list without one) above, and what had the focus. */
export type Place = { readonly row: string; readonly above: number; readonly focused: string };

const placeIn = (state: unknown): Place | undefined =>
  hasFields(state, { place: 'object' }) && hasFields(state.place, { row: 'string', above: 'number', focused: 'string' })
    ? state.place
    : undefined;

/** Milliseconds without a movement. Browsers allow few changes of the history in a row. */
const REST = 200;

/**
 * Keeps the place of a list in its entry of the history, so that Back, Forward and a reload return there.
 * @param comeBack returns to a place. False while the list has not loaded it, and the reader has not moved.
 * @returns handlers of the list
 */
export const useKeptPlace = (place: () => Place | null, comeBack: (left: Place) => boolean) => {
  const location = useLocation();
  const { key } = location;
  const entered = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const keep = (): void => {
    clearTimeout(timer.current);
    const now = entered.current === keyOfEntry() ? place() : null;
    if (now !== null) putStateOfEntry({ place: now });
  };
  const keepAtRest = (): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(keep, REST);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useLayoutEffect(() => {
    if (entered.current === key) return;
    const left = placeIn(location.state);
    if (left === undefined || comeBack(left)) entered.current = key;
  });
  return {
    onScroll: keepAtRest,
    onFocus: keepAtRest,
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) keep();
    },
    onClickCapture: keep,
  };
};
