import { type CalendarDate, dateFields, dateOfEpochDay, epochDay } from './calendar-date.ts';
import { DAY_MS } from './instant.ts';

/** From Sunday, on which a week begins. */
export const WEEKDAY_CODES = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
export type WeekdayCode = (typeof WEEKDAY_CODES)[number];

/** The third Sunday, or the last one. */
export type NthWeekday = { readonly nth: number | 'last'; readonly weekday: WeekdayCode };

/**
 * How an event repeats: the part of RFC 5545 that people use. Days that a month does not have are skipped. Without `on`, the first
 * date decides: its weekday, its day of the month, or its day of the year.
 */
export type Repeats = {
  readonly unit: 'day' | 'week' | 'month' | 'year';
  /** 1-99 */
  readonly every: number;
  /** Weekdays for weeks; a day of the month (1-31) or a weekday in it for months; a weekday in the first date's month for years. */
  readonly on?: readonly WeekdayCode[] | { readonly day: number | 'last' } | NthWeekday | undefined;
  /** The last day on which it may take place. */
  readonly until?: CalendarDate | undefined;
  /** How many dates there are, with those that were left out. */
  readonly count?: number | undefined;
};

/** A rule and its first date, on which all others depend. */
export type Pattern = { readonly rule: Repeats; readonly date: CalendarDate };

/** Days since 1970-01-01. */
type Day = number;

/** The stretches of time that a rule counts: every second week, for example. */
type Periods = {
  /** Which one a day belongs to. Not before the first. */
  readonly of: (day: Day) => number;
  readonly start: (index: number) => Day;
  readonly days: (index: number) => readonly Day[];
};

const weekdayOfDay = (day: Day): number => (((day + 4) % 7) + 7) % 7;

export const weekdayCode = (date: CalendarDate): WeekdayCode => WEEKDAY_CODES[weekdayOfDay(epochDay(date))] ?? 'SU';

/** A rare rule, such as every fifth Sunday of February, is looked for in thousands of months: no text is made of each. */
const monthStart = (month: number): Day => Date.UTC(Math.floor(month / 12), month % 12, 1) / DAY_MS;

const monthOfDay = (day: Day): number => {
  const date = new Date(day * DAY_MS);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/** The day of a month that the rule means. None if the month does not have it. */
const dayInMonth = (month: number, on: { readonly day: number | 'last' } | NthWeekday): readonly Day[] => {
  const [first, next] = [monthStart(month), monthStart(month + 1)];
  const found = (day: Day): readonly Day[] => (day < next ? [day] : []);
  if ('day' in on) return on.day === 'last' ? [next - 1] : found(first + on.day - 1);
  const weekday = WEEKDAY_CODES.indexOf(on.weekday);
  if (on.nth === 'last') return [next - 1 - ((weekdayOfDay(next - 1) - weekday + 7) % 7)];
  return found(first + ((weekday - weekdayOfDay(first) + 7) % 7) + (on.nth - 1) * 7);
};

export const isList = (on: Repeats['on']): on is readonly WeekdayCode[] => Array.isArray(on);

/** The day of the month or the weekday in it that the rule means. */
const inMonth = ({ rule: { on }, date }: Pattern): { readonly day: number | 'last' } | NthWeekday =>
  on === undefined || isList(on) ? { day: dateFields(date).day } : on;

const weekdaysOf = ({ rule: { on }, date }: Pattern): readonly number[] => {
  const codes = isList(on) ? on : [weekdayCode(date)];
  return [...new Set(codes.map((code) => WEEKDAY_CODES.indexOf(code)))].sort((a, b) => a - b);
};

const everySoManyDays = (first: Day, step: number, within: readonly number[]): Periods => ({
  of: (day) => Math.floor((day - first) / step),
  start: (index) => first + index * step,
  days: (index) => within.map((offset) => first + index * step + offset),
});

const everySoManyMonths = (pattern: Pattern, step: number): Periods => {
  const first = monthOfDay(epochDay(pattern.date));
  const on = inMonth(pattern);
  return {
    of: (day) => Math.floor((monthOfDay(day) - first) / step),
    start: (index) => monthStart(first + index * step),
    days: (index) => dayInMonth(first + index * step, on),
  };
};

export const periodsOf = (pattern: Pattern): Periods => {
  const { unit, every } = pattern.rule;
  const first = epochDay(pattern.date);
  switch (unit) {
    case 'day':
      return everySoManyDays(first, every, [0]);
    case 'week':
      return everySoManyDays(first - weekdayOfDay(first), 7 * every, weekdaysOf(pattern));
    case 'month':
      return everySoManyMonths(pattern, every);
    case 'year':
      return everySoManyMonths(pattern, 12 * every);
  }
};

/** No event takes place later. */
export const LAST_DATE: CalendarDate = '8999-12-31';

/**
 * The dates of a pattern from one day to another, both included, in order. The work is in proportion to the days between them, not
 * to the age of the pattern. `until` and `count` are left to the caller.
 */
export function* datesOf(pattern: Pattern, from: CalendarDate, to: CalendarDate): Generator<CalendarDate> {
  const periods = periodsOf(pattern);
  const first = Math.max(epochDay(from), epochDay(pattern.date));
  const last = Math.min(epochDay(to), epochDay(LAST_DATE));
  if (first > last) return;
  for (let index = periods.of(first); periods.start(index) <= last; index += 1)
    for (const day of periods.days(index)) if (day >= first && day <= last) yield dateOfEpochDay(day);
}

/** Whether the pattern has a date, apart from `until` and `count`. Much faster than {@link hasDate} for many dates. */
export const dateTest = (pattern: Pattern): ((date: CalendarDate) => boolean) => {
  const periods = periodsOf(pattern);
  return (date) => {
    if (date < pattern.date || date > LAST_DATE) return false;
    const day = epochDay(date);
    return periods.days(periods.of(day)).includes(day);
  };
};

export const hasDate = (pattern: Pattern, date: CalendarDate): boolean => dateTest(pattern)(date);

/** The first of these dates on or after a day. Undefined if there is none. */
export const nextDate = (
  pattern: Pattern,
  from: CalendarDate,
  to: CalendarDate = LAST_DATE,
): CalendarDate | undefined => {
  for (const date of datesOf(pattern, from, to)) return date;
  return undefined;
};
