/**
 * Arithmetic on calendar dates without a time zone: a date is 'YYYY-MM-DD', a month 'YYYY-MM'.
 * UTC is only the vehicle, so no day is ever 23 or 25 hours long here.
 */

export type IsoDate = string;
export type IsoMonth = string;

const DAY_MS = 86_400_000;

export function addDays(date: IsoDate, days: number): IsoDate {
  return fromUtc(toUtc(date) + days * DAY_MS);
}

/** Same day of the month, or the month's last day when it is shorter. */
export function addMonths(date: IsoDate, months: number): IsoDate {
  const month = shiftMonth(monthOf(date), months);
  const day = Math.min(Number(date.slice(8)), daysIn(month));
  return `${month}-${String(day).padStart(2, '0')}`;
}

export function shiftMonth(month: IsoMonth, months: number): IsoMonth {
  return monthOf(fromUtc(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + months, 1)));
}

export function monthOf(date: IsoDate): IsoMonth {
  return date.slice(0, 7);
}

/** 0 is Sunday. */
export function weekday(date: IsoDate): number {
  return new Date(toUtc(date)).getUTCDay();
}

/** The Sunday on or before the date. */
export function startOfWeek(date: IsoDate): IsoDate {
  return addDays(date, -weekday(date));
}

/** The seven dates of the week, Sunday first, that holds the date. */
export function weekOf(date: IsoDate): IsoDate[] {
  const first = startOfWeek(date);
  return Array.from({ length: 7 }, (_, index) => addDays(first, index));
}

/** The 42 dates of a month's grid: six weeks, Sunday first. */
export function monthCells(month: IsoMonth): IsoDate[] {
  const first = startOfWeek(`${month}-01`);
  return Array.from({ length: 42 }, (_, index) => addDays(first, index));
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats without shifting into the viewer's zone. Formats are kept: making one takes longer than drawing a day with it. */
export function formatIsoDate(date: IsoDate, options: Intl.DateTimeFormatOptions): string {
  const key = JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return format.format(toUtc(date));
}

/** 'Thursday, May 14' */
export function longDay(date: IsoDate): string {
  return formatIsoDate(date, { weekday: 'long', month: 'long', day: 'numeric' });
}

/** 'May 2026' */
export function monthTitle(month: IsoMonth): string {
  return formatIsoDate(`${month}-01`, { month: 'long', year: 'numeric' });
}

function daysIn(month: IsoMonth): number {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate();
}

function toUtc(date: IsoDate): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10)));
}

function fromUtc(ms: number): IsoDate {
  return new Date(ms).toISOString().slice(0, 10);
}
