import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { useEffect, useRef, useState } from 'react';

/**
 * One tab stop among the days on show: the focused day, else the first of the `preferred` ones that is shown. The focus follows
 * to a day that is shown only after the next render.
 */
export function useDayFocus<B extends HTMLElement>(
  days: readonly CalendarDate[],
  ...preferred: readonly (CalendarDate | null)[]
) {
  const [focused, setFocused] = useState<CalendarDate | null>(null);
  const moves = useRef(false);
  const box = useRef<B>(null);
  const tabStop = [focused, ...preferred].find((date) => date !== null && days.includes(date)) ?? days[0];

  useEffect(() => {
    if (!moves.current || tabStop !== focused) return;
    moves.current = false;
    box.current?.querySelector<HTMLElement>(`[data-date="${tabStop}"]`)?.focus();
  });

  const moveTo = (date: CalendarDate): void => {
    moves.current = true;
    setFocused(date);
  };
  return { box, tabStop, setFocused, moveTo };
}
