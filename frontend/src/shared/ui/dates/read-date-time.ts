import { type CalendarDate, dateFields, dateOf, isCalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { minuteOfDay, timeOfMinute } from '@quorum/contracts/time/wall-clock.ts';

/** `isWhole`: further typing would not change it, so it need not wait until the field is left. */
export type Read = { readonly value: string; readonly isWhole: boolean };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ISO = /^(?<y>\d{4})-(?<m>\d{1,2})-(?<d>\d{1,2})$/;
const FORMS = [
  ISO,
  // `12/4`, `12/4/2026`
  /^(?<m>\d{1,2})[/.-](?<d>\d{1,2})(?:[/.-](?<y>\d{4}|\d\d))?$/,
  // `1204`, `12042026`
  /^(?<m>\d\d)(?<d>\d\d)(?<y>\d{4})?$/,
  // `Dec 4, 2026`, `Fri, Dec 4`
  /^(?:[a-z]+,? )?(?<m>[a-z]{3,})\.? (?<d>\d{1,2})(?:,? (?<y>\d{4}))?$/,
  // `4 Dec 2026`
  /^(?<d>\d{1,2})\.? (?<m>[a-z]{3,})\.?(?:,? (?<y>\d{4}))?$/,
];

const monthOf = (text: string): number => Number(text) || MONTHS.indexOf(text.slice(0, 3)) + 1;

/**
 * A date as people type it. Without a year: the next such day from `from` on, or with `isPast` the last one up to it.
 * Undefined for anything else, and for days that do not exist.
 */
export const readDate = (text: string, from: CalendarDate, isPast = false): Read | undefined => {
  const typed = text.trim().toLowerCase();
  const match = FORMS.map((form) => form.exec(typed)).find((found) => found !== null);
  const { y, m = '', d = '' } = match?.groups ?? {};
  const at = (year: number): CalendarDate => dateOf(year, monthOf(m), Number(d));
  const exists = (date: CalendarDate): boolean =>
    isCalendarDate(date) && dateFields(date).day === Number(d) && dateFields(date).month === monthOf(m);
  const { year } = dateFields(from);
  const years = y === undefined ? [year, isPast ? year - 1 : year + 1] : [Number(y.length === 2 ? `20${y}` : y)];
  const value = years
    .map(at)
    .find((date) => exists(date) && (y !== undefined || (isPast ? date <= from : date >= from)));
  return value === undefined ? undefined : { value, isWhole: y?.length === 4 && (!ISO.test(typed) || d.length === 2) };
};

const NAMED: Readonly<Record<string, string>> = { noon: '12:00', midnight: '00:00' };
const TIME = /^(\d{1,2})(?::?(\d{2}))? ?(?:(a|p)\.?m?\.?)?$/;
const HALF = 12 * 60;

/** Without AM or PM: 8 to 11 are in the morning, 12 and 1 to 7 in the afternoon; or the first one after `after`. */
const likelyMinute = (minute: number, after: string | undefined): number => {
  const halves = [minute % HALF, (minute % HALF) + HALF];
  if (after !== undefined) return halves.find((one) => one > minuteOfDay(after)) ?? minute;
  return halves.find((one) => one >= 8 * 60) ?? minute;
};

/** A time of day as people type it: `2:30p`, `1430`, `9`, `noon`. */
export const readTime = (text: string, after?: string): Read | undefined => {
  const typed = text.trim().toLowerCase();
  const named = NAMED[typed];
  if (named !== undefined) return { value: named, isWhole: true };
  const [match, hours = '', minutes = '00', half] = TIME.exec(typed) ?? [];
  const [hour, minute] = [Number(hours), Number(minutes)];
  if (match === undefined || hour > 23 || minute > 59 || (half !== undefined && (hour < 1 || hour > 12)))
    return undefined;
  const isClear = half !== undefined || hour > 12 || hour === 0;
  const given = half === undefined ? hour * 60 + minute : ((hour % 12) + (half === 'p' ? 12 : 0)) * 60 + minute;
  return {
    value: timeOfMinute(isClear ? given : likelyMinute(given, after)),
    isWhole: isClear || /^\d{4}$/.test(typed),
  };
};
