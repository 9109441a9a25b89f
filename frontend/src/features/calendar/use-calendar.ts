import type { CalendarDate, CalendarMonth } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, daysBetween, localDate, monthOf, startOfWeek } from '@quorum/contracts/time/days.ts';
import { useCallback, useEffect, useState } from 'react';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-minute.ts';

/** What the sidebar's month and the schedule share: the chosen day, and the visible week and month. */
export type Calendar = {
  /** `my-q` for My Schedule. */
  readonly groupId: string;
  readonly timeZone: string;
  readonly today: CalendarDate;
  /** The day that filters the list. Null shows all days. */
  readonly selected: CalendarDate | null;
  /** Any day of the visible week. */
  readonly week: CalendarDate;
  readonly month: CalendarMonth;
  /** The event whose card is highlighted for a moment, because it was just created. */
  readonly marked: string | undefined;
  readonly select: (date: CalendarDate) => void;
  /** Goes to the day of an event and highlights its card. */
  readonly reveal: (date: CalendarDate, eventId: string) => void;
  readonly backToToday: () => void;
  /** Where the list scrolls when another week is shown. A new object each time. */
  readonly goTo: { readonly date: CalendarDate } | undefined;
  /** Shows the week of the date. The list follows: to the week, or a chosen day moves by as many weeks. */
  readonly showWeek: (date: CalendarDate) => void;
  readonly showMonth: (month: CalendarMonth) => void;
};

type Shown = {
  readonly groupId: string;
  readonly selected: CalendarDate | null;
  readonly week?: CalendarDate;
  readonly month?: CalendarMonth;
  readonly marked?: string;
  readonly goTo?: { readonly date: CalendarDate };
};

/** Milliseconds. */
const MARK_STAYS = 3000;

/** The same weekday in another week. */
const inWeekOf = (date: CalendarDate, day: CalendarDate | null): CalendarDate | null =>
  day === null ? null : addDays(startOfWeek(date), daysBetween(startOfWeek(day), day));

/** Used by the common parent of both. Another group starts at today again. */
export function useCalendar(groupId: string): Calendar {
  const timeZone = useTimeZone();
  const today = localDate(useMinute(), timeZone);
  const [kept, setShown] = useState<Shown>({ groupId, selected: null });
  const shown: Shown = kept.groupId === groupId ? kept : { groupId, selected: null };
  const { marked } = shown;
  useEffect(() => {
    if (marked === undefined) return undefined;
    const timer = setTimeout(() => setShown(({ marked: _, ...rest }) => rest), MARK_STAYS);
    return () => clearTimeout(timer);
  }, [marked]);
  const reveal = useCallback(
    (date: CalendarDate, eventId: string) => setShown({ groupId, selected: date, week: date, marked: eventId }),
    [groupId],
  );
  // Unless chosen, the week and the month follow the clock past midnight.
  const week = shown.week ?? today;
  return {
    groupId,
    timeZone,
    today,
    selected: shown.selected,
    week,
    month: shown.month ?? monthOf(week),
    marked,
    goTo: shown.goTo,
    select: (date) => setShown({ groupId, selected: date, week: date }),
    reveal,
    backToToday: () => setShown({ groupId, selected: null, goTo: { date: today } }),
    showWeek: (date) => setShown({ groupId, selected: inWeekOf(date, shown.selected), week: date, goTo: { date } }),
    showMonth: (month) => setShown({ ...shown, week, month }),
  };
}
