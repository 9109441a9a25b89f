import { type CalendarDate, type CalendarMonth, dateFields } from './calendar-date.ts';
import { daysBetween, localDate } from './days.ts';
import type { Moment } from './instant.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

// Written out because the spaces and commas that Intl produces differ between platform versions.

/** `May`, from a month 1-12. */
export const monthName = (month: number): string => MONTHS[month - 1] ?? '';
const monthShort = (month: number): string => monthName(month).slice(0, 3);

/** `Monday`, from 0-6 from Sunday. */
export const weekdayName = (weekday: number): string => WEEKDAYS[weekday] ?? '';

/** `Monday` */
export const weekdayLabel = (date: CalendarDate): string => weekdayName(dateFields(date).weekday);

/** `Mon` */
export const weekdayShort = (date: CalendarDate): string => weekdayLabel(date).slice(0, 3);

/** `Mon 18 May`: begins with what a strip of days shows, as voice control needs it. */
export const stripDayLabel = (date: CalendarDate): string => {
  const { month, day } = dateFields(date);
  return `${weekdayShort(date)} ${day} ${monthName(month)}`;
};

/** `Monday, May 18, 2026` */
export const longDate = (date: CalendarDate): string => `${weekdayLabel(date)}, ${monthDayYear(date)}`;

/** `Monday, May 18` */
export const weekdayMonthDay = (date: CalendarDate): string => `${weekdayLabel(date)}, ${fullMonthDay(date)}`;

/** `May 18, 2026` */
export const monthDayYear = (date: CalendarDate): string => {
  return `${fullMonthDay(date)}, ${dateFields(date).year}`;
};

/** `September 18` */
export const fullMonthDay = (date: CalendarDate): string => {
  const { month, day } = dateFields(date);
  return `${monthName(month)} ${day}`;
};

/** `May 2026` */
export const monthTitle = (month: CalendarMonth): string => `${monthName(Number(month.slice(5)))} ${month.slice(0, 4)}`;

/** `May 18`, months cut to three letters. */
export const monthDay = (date: CalendarDate): string => {
  const { month, day } = dateFields(date);
  return `${monthShort(month)} ${day}`;
};

/** `May 18`, with the year if it is not that of the other date: `May 18, 2027`. */
export const monthDayBeside = (date: CalendarDate, other: CalendarDate): string => {
  const { year } = dateFields(date);
  return year === dateFields(other).year ? monthDay(date) : `${monthDay(date)}, ${year}`;
};

/** `Mon, May 18`, with the year if it is not that of the other date. */
export const shortDayBeside = (date: CalendarDate, other: CalendarDate): string =>
  `${weekdayShort(date)}, ${monthDayBeside(date, other)}`;

/** `Monday, May 18`, with the year if it is not that of the other date. */
export const weekdayMonthDayBeside = (date: CalendarDate, other: CalendarDate): string =>
  dateFields(date).year === dateFields(other).year ? weekdayMonthDay(date) : longDate(date);

/** `MAY`, as on a calendar icon. */
export const monthLeaf = (date: CalendarDate): string => monthShort(dateFields(date).month).toUpperCase();

/** `May 10 – 16`, `May 31 – Jun 6`, `Dec 27, 2026 – Jan 2, 2027` */
export const dateRangeTitle = (first: CalendarDate, last: CalendarDate): string => {
  const [from, to] = [dateFields(first), dateFields(last)];
  if (from.year !== to.year) return `${monthDay(first)}, ${from.year} – ${monthDay(last)}, ${to.year}`;
  if (from.month !== to.month) return `${monthDay(first)} – ${monthDay(last)}`;
  return `${monthDay(first)} – ${to.day}`;
};

/** `Today`, `Tomorrow` or `Yesterday`; undefined for other days. */
export const nearDayName = (date: CalendarDate, today: CalendarDate): string | undefined => {
  switch (daysBetween(today, date)) {
    case 0:
      return 'Today';
    case 1:
      return 'Tomorrow';
    case -1:
      return 'Yesterday';
    default:
      return undefined;
  }
};

/** `Today`, `Tomorrow`, `Yesterday` or `Monday, May 18, 2026` */
export const dayHeader = (date: CalendarDate, today: CalendarDate): string =>
  nearDayName(date, today) ?? longDate(date);

/** The date shown beside `Today`, `Tomorrow` and `Yesterday`: `Thursday, May 14`. Undefined for other days. */
export const dayHeaderDetail = (date: CalendarDate, today: CalendarDate): string | undefined =>
  nearDayName(date, today) && weekdayMonthDay(date);

/** `January 8, 2026`, or `Unknown` */
export const memberSinceLabel = (createdAt: Moment | undefined, timeZone: string): string =>
  createdAt === undefined ? 'Unknown' : monthDayYear(localDate(createdAt, timeZone));
