import {
  type CalendarDate,
  type CalendarMonth,
  dateFields,
  dateOf,
  dateOfEpochDay,
  epochDay,
} from './calendar-date.ts';
import { DAY_MS, epochMs, isoInstant, type Moment } from './instant.ts';
import { instantMs } from './wall-clock.ts';
import { offsetAt } from './zone-offsets.ts';

/** The local calendar day at this instant. */
export const localDate = (moment: Moment, timeZone: string): CalendarDate => {
  const ms = epochMs(moment);
  return dateOfEpochDay(Math.floor((ms + offsetAt(ms, timeZone)) / DAY_MS));
};

export const isSameLocalDay = (a: Moment, b: Moment, timeZone: string): boolean =>
  localDate(a, timeZone) === localDate(b, timeZone);

/** @throws RangeError if the text is not a calendar day */
export const addDays = (date: CalendarDate, days: number): CalendarDate => dateOfEpochDay(epochDay(date) + days);

/** Days from one date to the other. Negative if `to` is earlier. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number => epochDay(to) - epochDay(from);

/** Comparator, earliest first. */
export const compareDates = (a: CalendarDate, b: CalendarDate): number => (a < b ? -1 : a > b ? 1 : 0);

/** The same day in another month, or the last day if that month is shorter. */
export const addMonths = (date: CalendarDate, months: number): CalendarDate => {
  const { year, month, day } = dateFields(date);
  const last = dateFields(dateOf(year, month + months + 1, 0));
  return dateOf(last.year, last.month, Math.min(day, last.day));
};

/** 29 February becomes 28 February in other years. */
export const addYears = (date: CalendarDate, years: number): CalendarDate => addMonths(date, years * 12);

/** 0-6 from Sunday. */
export const weekdayOf = (date: CalendarDate): number => dateFields(date).weekday;

/** The day that weeks begin with: Sunday or Monday. */
export type FirstWeekday = 0 | 1;

/** The first day of the week of the date. Weeks begin with Sunday unless another day is given. */
export const startOfWeek = (date: CalendarDate, firstWeekday: FirstWeekday = 0): CalendarDate =>
  addDays(date, -((weekdayOf(date) + 7 - firstWeekday) % 7));

/** `count` consecutive days starting at the date. */
export const daysFrom = (date: CalendarDate, count: number): CalendarDate[] => {
  const first = epochDay(date);
  return Array.from({ length: count }, (_, index) => dateOfEpochDay(first + index));
};

export const monthOf = (date: CalendarDate): CalendarMonth => date.slice(0, 7);

export const shiftMonth = (month: CalendarMonth, months: number): CalendarMonth =>
  monthOf(addMonths(`${month}-01`, months));

/** The week of the date: seven days. */
export const weekOf = (date: CalendarDate, firstWeekday?: FirstWeekday): CalendarDate[] =>
  daysFrom(startOfWeek(date, firstWeekday), 7);

/** The month as a grid of six weeks, including the ends of its neighbors. Always 42 days. */
export const monthCells = (month: CalendarMonth, firstWeekday?: FirstWeekday): CalendarDate[] =>
  daysFrom(startOfWeek(`${month}-01`, firstWeekday), 42);

export type DayBounds = { readonly startsAt: string; readonly endsAt: string };

/** First instant of the day and of the next day (UTC, ISO 8601). They are 23, 24 or 25 hours apart. */
export const dayBounds = (date: CalendarDate, timeZone: string): DayBounds => ({
  startsAt: startOfDay(date, timeZone),
  endsAt: startOfDay(addDays(date, 1), timeZone),
});

/** First instant of the day, UTC ISO 8601. */
export const startOfDay = (date: CalendarDate, timeZone: string): string =>
  isoInstant(instantMs({ date, time: '00:00', timeZone }));
