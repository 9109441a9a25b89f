import { type CalendarDate, type CalendarMonth, isCalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, daysBetween, localDate, monthOf, startOfWeek } from '@quorum/contracts/time/days.ts';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-minute.ts';

/** Shared by the sidebar's month and the schedule: the chosen day, and the visible week and month. */
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
  /** The day to mark: the chosen one, else the one at the top of the list once it was scrolled, else today. */
  readonly shownDay: CalendarDate;
  /** The reader scrolled to this day. */
  readonly follow: (day: CalendarDate) => void;
  readonly select: (date: CalendarDate) => void;
  /** Goes to the day of an event and highlights its card. */
  readonly reveal: (date: CalendarDate, eventId: string, replace?: boolean) => void;
  readonly backToToday: (replace?: boolean) => void;
  /** Where the list scrolls when another week is shown. A new object each time. */
  readonly goTo: { readonly date: CalendarDate } | undefined;
  /** Shows the week of the date. The list follows: to the week, or a chosen day moves by as many weeks. */
  readonly showWeek: (date: CalendarDate) => void;
  readonly showMonth: (month: CalendarMonth) => void;
};

/** What is shown beside the chosen day, for as long as that one is chosen. */
type Shown = {
  readonly groupId: string;
  readonly selected: CalendarDate | null;
  readonly week?: CalendarDate;
  readonly month?: CalendarMonth;
  /** At the top of the list. */
  readonly day?: CalendarDate;
  readonly marked?: string;
  readonly goTo?: { readonly date: CalendarDate };
};

/** Milliseconds. */
const MARK_DURATION = 3000;

/** The same weekday in another week. */
const inWeekOf = (date: CalendarDate, day: CalendarDate | null): CalendarDate | null =>
  day === null ? null : addDays(startOfWeek(date), daysBetween(startOfWeek(day), day));

const DAY = 'day';

/** Events have years from 1900 to 8999, and what is loaded reaches a week before and a year beyond the day. */
const isChoosable = (day: string): boolean => isCalendarDate(day) && day >= '1901' && day < '8998';

/** The chosen day is part of the address, so Back and a reload keep it. Today is no choice: the list opens there. */
const useChosenDay = (path: string | undefined, today: CalendarDate) => {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const day = search.get(DAY);
  const choose = useCallback(
    (date: CalendarDate | null, replace = false) => {
      const to = date === null ? '' : `?${new URLSearchParams({ [DAY]: date })}`;
      void navigate(path === undefined ? { search: to } : { pathname: path, search: to }, { replace });
    },
    [navigate, path],
  );
  return [day !== null && day !== today && isChoosable(day) ? day : null, choose] as const;
};

/**
 * Used by the common parent of both. Another group starts at today again. With a path, choosing a day leads there: to the
 * schedule, from elsewhere.
 */
export function useCalendar(groupId: string, path?: string): Calendar {
  const timeZone = useTimeZone();
  const today = localDate(useMinute(), timeZone);
  const [selected, choose] = useChosenDay(path, today);
  const [kept, setShown] = useState<Shown>({ groupId, selected });
  const shown: Shown = kept.groupId === groupId && kept.selected === selected ? kept : { groupId, selected };
  const { marked } = shown;
  useEffect(() => {
    if (marked === undefined) return undefined;
    const timer = setTimeout(() => setShown(({ marked: _, ...rest }) => rest), MARK_DURATION);
    return () => clearTimeout(timer);
  }, [marked]);
  const show = useCallback(
    (chosen: CalendarDate | null, more: Omit<Shown, 'groupId' | 'selected'>, replace?: boolean) => {
      const date = chosen === today ? null : chosen;
      choose(date, replace ?? (date === selected && path === undefined));
      setShown({ groupId, selected: date, ...more });
    },
    [groupId, choose, selected, today, path],
  );
  const reveal = useCallback(
    (date: CalendarDate, eventId: string, replace?: boolean) =>
      show(date, { week: date, marked: eventId, goTo: { date } }, replace),
    [show],
  );
  // Unless chosen, the week and the month follow the clock past midnight.
  const week = shown.week ?? selected ?? today;
  return {
    groupId,
    timeZone,
    today,
    selected,
    week,
    month: shown.month ?? monthOf(week),
    marked,
    goTo: shown.goTo,
    shownDay: selected ?? shown.day ?? today,
    follow: (day) => {
      if (day !== shown.day) setShown({ ...shown, week: day, month: monthOf(day), day });
    },
    select: (date) => show(date, { week: date, goTo: { date } }),
    reveal,
    backToToday: (replace) => show(null, { goTo: { date: today } }, replace),
    // Leafing through weeks is one step of Back.
    showWeek: (date) => show(inWeekOf(date, selected), { week: date, goTo: { date } }, true),
    showMonth: (month) => setShown({ ...shown, week, month }),
  };
}
