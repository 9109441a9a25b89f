import { type CalendarDate, type CalendarMonth, isCalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  type FirstWeekday,
  localDate,
  monthCells,
  monthOf,
  shiftMonth,
  startOfWeek,
  weekOf,
} from '@quorum/contracts/time/days.ts';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { type ScheduleViewKind, useScheduleSettings } from '../../data/session/schedule-settings.tsx';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import { hasFields } from '../../shared/lib/has-fields.ts';
import { keyOfEntry, putStateOfEntry } from '../../shared/lib/history-entry.ts';

/** Shared by the sidebar's month and the schedule: the chosen day, and the visible week and month. */
export type Calendar = {
  /** `my-q` for My Schedule. */
  readonly groupId: string;
  readonly timeZone: string;
  readonly firstWeekday: FirstWeekday;
  readonly today: CalendarDate;
  readonly view: ScheduleViewKind;
  readonly setView: (view: ScheduleViewKind) => void;
  /** The days that the view shows. The list goes on beyond its week. */
  readonly days: readonly CalendarDate[];
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
  /** Turns to the previous or next day, week or month, as the view shows them. A chosen day moves along. */
  readonly turn: (direction: -1 | 1) => void;
  /** Turns to the days around a date. */
  readonly showDay: (date: CalendarDate) => void;
  readonly showMonth: (month: CalendarMonth) => void;
};

/** Shown beside the chosen day, for as long as that one is chosen. */
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
const MARK_DURATION_MS = 3000;

type Place = Pick<Calendar, 'view' | 'selected' | 'week' | 'month' | 'today' | 'firstWeekday'>;

const daysOf = ({ view, selected, week, month, firstWeekday }: Omit<Place, 'today'>): CalendarDate[] => {
  if (view === 'day') return [selected ?? week];
  return view === 'month' ? monthCells(month, firstWeekday) : weekOf(week, firstWeekday);
};

/** The day whose week or month is shown after turning a page, or that day itself. */
const turnedTo = (place: Place, direction: -1 | 1): CalendarDate => {
  const { view, selected, week, month, today, firstWeekday } = place;
  if (view === 'day') return addDays(selected ?? week, direction);
  if (view === 'month') {
    if (selected !== null && monthOf(selected) === month) return addMonths(selected, direction);
    const next = shiftMonth(month, direction);
    return monthOf(today) === next ? today : `${next}-01`;
  }
  const first = addDays(startOfWeek(week, firstWeekday), direction * 7);
  return startOfWeek(today, firstWeekday) === first ? today : first;
};

/** A chosen day moves along: to the same weekday of the week on show, or to the day itself. */
const chosenAt = ({ view, selected, firstWeekday }: Place, date: CalendarDate): CalendarDate | null => {
  if (view === 'day') return date;
  if (selected === null) return null;
  if (view === 'month') return date;
  return addDays(startOfWeek(date, firstWeekday), daysBetween(startOfWeek(selected, firstWeekday), selected));
};

const DAY = 'day';

/** Events have years from 1900 to 8999, and the loaded range reaches from a week before the day to a year after it. */
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

type Left = Pick<Shown, 'week' | 'month'>;

const leftIn = (state: unknown): Left | undefined =>
  hasFields(state, { calendar: 'object' }) ? ((state.calendar as Left | null) ?? undefined) : undefined;

/** Milliseconds. Browsers allow few changes of the history in a row. */
const REST = 200;

/** An entry of the history keeps its week and month, so that Back, Forward and a reload show them again. */
const useShown = (groupId: string, selected: CalendarDate | null) => {
  const location = useLocation();
  const { key } = location;
  const [kept, setShown] = useState<Shown>(() => ({ groupId, selected, ...leftIn(location.state) }));
  const [entered, setEntered] = useState(key);
  const left = entered === key ? undefined : leftIn(location.state);
  if (entered !== key) setEntered(key);
  if (left !== undefined) setShown({ groupId, selected, ...left });
  const shown: Shown = kept.groupId === groupId && kept.selected === selected ? kept : { groupId, selected };
  const { week, month } = shown;
  useEffect(() => {
    const timer = setTimeout(() => {
      if (keyOfEntry() === key) putStateOfEntry({ calendar: { week, month } });
    }, REST);
    return () => clearTimeout(timer);
  }, [key, week, month]);
  return [shown, setShown] as const;
};

/**
 * Used by the common parent of both. Another group starts at today again. With a path, choosing a day or a view leads there: to
 * the schedule, from elsewhere.
 */
export function useCalendar(groupId: string, path?: string): Calendar {
  const timeZone = useTimeZone();
  const today = localDate(useMinute(), timeZone);
  const [selected, choose] = useChosenDay(path, today);
  const [shown, setShown] = useShown(groupId, selected);
  const { marked } = shown;
  useEffect(() => {
    if (marked === undefined) return undefined;
    const timer = setTimeout(() => setShown(({ marked: _, ...rest }) => rest), MARK_DURATION_MS);
    return () => clearTimeout(timer);
  }, [marked, setShown]);
  const show = useCallback(
    (chosen: CalendarDate | null, more: Omit<Shown, 'groupId' | 'selected'>, replace?: boolean) => {
      const date = chosen === today ? null : chosen;
      // Where the address stays, a navigation would only draw the page again.
      if (date !== selected || path !== undefined) choose(date, replace);
      setShown({ groupId, selected: date, ...more });
    },
    [groupId, choose, selected, today, path, setShown],
  );
  const reveal = useCallback(
    (date: CalendarDate, eventId: string, replace?: boolean) =>
      show(date, { week: date, marked: eventId, goTo: { date } }, replace),
    [show],
  );
  const { view, firstWeekday, choose: chooseSetting } = useScheduleSettings();
  // Unless chosen, the week and the month follow the clock past midnight.
  const week = shown.week ?? selected ?? today;
  const month = shown.month ?? monthOf(week);
  const place = { view, selected, week, month, today, firstWeekday };
  // Turning pages is one step of Back.
  const showDay = (date: CalendarDate) => show(chosenAt(place, date), { week: date, goTo: { date } }, true);
  return {
    ...place,
    groupId,
    timeZone,
    setView: (next) => {
      chooseSetting({ view: next });
      if (path !== undefined) choose(selected);
    },
    days: useMemo(
      () => daysOf({ view, selected, week, month, firstWeekday }),
      [view, selected, week, month, firstWeekday],
    ),
    marked,
    goTo: shown.goTo,
    shownDay: selected ?? shown.day ?? today,
    follow: (day) => {
      if (day !== shown.day) setShown({ ...shown, week: day, month: monthOf(day), day });
    },
    select: (date) => show(date, { week: date, goTo: { date } }),
    reveal,
    backToToday: (replace) => show(null, { goTo: { date: today } }, replace),
    turn: (direction) => showDay(turnedTo(place, direction)),
    showDay,
    showMonth: (month) => setShown({ ...shown, week, month }),
  };
}
