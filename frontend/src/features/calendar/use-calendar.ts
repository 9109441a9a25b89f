import type { CalendarDate, CalendarMonth } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, daysBetween, localDate, monthOf, startOfWeek } from '@quorum/contracts/time/days.ts';
import { useCallback, useEffect, useState } from 'react';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-minute.ts';

/** What the month of the sidebar and the schedule share: the chosen day, and which week and month are on show. */
export type Calendar = {
  /** `my-q` for My Schedule. */
  readonly groupId: string;
  readonly timeZone: string;
  readonly today: CalendarDate;
  /** The day that the list is filtered by; null shows all. */
  readonly selected: CalendarDate | null;
  /** Any day of the week on show. */
  readonly week: CalendarDate;
  readonly month: CalendarMonth;
  /** The event whose card stands out for a moment, because it was just created. */
  readonly marked: string | undefined;
  readonly select: (date: CalendarDate) => void;
  /** Goes to the day of an event and marks its card. */
  readonly reveal: (date: CalendarDate, eventId: string) => void;
  readonly backToToday: () => void;
  /** Where the list goes when another week is shown; a new object for each time. */
  readonly goTo: { readonly date: CalendarDate } | undefined;
  /** Shows the week of the date. The list goes along: to the week, or on the chosen day by as many weeks. */
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

/** The same weekday of another week. */
const inWeekOf = (date: CalendarDate, day: CalendarDate | null): CalendarDate | null =>
  day === null ? null : addDays(startOfWeek(date), daysBetween(startOfWeek(day), day));

/** Held by whoever shows both. Another group starts at today again. */
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
  // Without a choice the week and the month follow the clock past midnight.
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
