import { DAY_MS } from './instant.ts';

/** A calendar day, `YYYY-MM-DD`. Sorts chronologically as text. */
export type CalendarDate = string;

/** `YYYY-MM` */
export type CalendarMonth = string;

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})$/;

const utcDay = (year: number, month: number, day: number): Date => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
};

/** Days since 1970-01-01, or undefined if the text is not a calendar day (2026-02-30 is not one). */
export const parseDate = (text: string): number | undefined => {
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = utcDay(year, month, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / DAY_MS : undefined;
};

/** Whether the text is `YYYY-MM-DD` and that day exists. */
export const isCalendarDate = (text: string): boolean => parseDate(text) !== undefined;

/** Days since 1970-01-01. @throws RangeError if the text is not a calendar day */
export const epochDay = (date: CalendarDate): number => {
  const day = parseDate(date);
  if (day === undefined) throw new RangeError(`Not a date: ${date}`);
  return day;
};

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** @param day days since 1970-01-01 */
export const dateOfEpochDay = (day: number): CalendarDate => {
  const date = new Date(day * DAY_MS);
  const year = String(date.getUTCFullYear()).padStart(4, '0');
  return `${year}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
};

/** Month 1-12, weekday 0-6 from Sunday. */
export type DateFields = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly weekday: number;
};

/** @throws RangeError if the text is not a calendar day */
export const dateFields = (date: CalendarDate): DateFields => {
  const utc = new Date(epochDay(date) * DAY_MS);
  return {
    year: utc.getUTCFullYear(),
    month: utc.getUTCMonth() + 1,
    day: utc.getUTCDate(),
    weekday: utc.getUTCDay(),
  };
};

/** Months outside 1-12 and days outside the month roll over: `dateOf(2026, 13, 1)` is 2027-01-01. */
export const dateOf = (year: number, month: number, day: number): CalendarDate =>
  dateOfEpochDay(utcDay(year, month, day).getTime() / DAY_MS);
