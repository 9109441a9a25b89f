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

type DateWords = { readonly y?: string; readonly m: string; readonly d: string };

const wordsOf = (typed: string): DateWords | undefined =>
  FORMS.map((form) => form.exec(typed)?.groups as DateWords | undefined).find((words) => words !== undefined);

/** Undefined for a day that does not exist. */
const dateIn = (year: number, { m, d }: DateWords): CalendarDate | undefined => {
  const date = dateOf(year, monthOf(m), Number(d));
  if (!isCalendarDate(date)) return undefined;
  const { month, day } = dateFields(date);
  return month === monthOf(m) && day === Number(d) ? date : undefined;
};

const isWholeDate = (typed: string, { y, d }: DateWords): boolean =>
  y?.length === 4 && (!ISO.test(typed) || d.length === 2);

const nearestDate = (words: DateWords, from: CalendarDate, isPast: boolean): CalendarDate | undefined => {
  const { year } = dateFields(from);
  return [year, isPast ? year - 1 : year + 1]
    .map((one) => dateIn(one, words))
    .find((date) => date !== undefined && (isPast ? date <= from : date >= from));
};

/**
 * A date as people type it. Without a year: the next such day from `from` on, or with `isPast` the last one up to it.
 * Undefined for anything else, and for days that do not exist.
 */
export const readDate = (text: string, from: CalendarDate, isPast = false): Read | undefined => {
  const typed = text.trim().toLowerCase();
  const words = wordsOf(typed);
  if (words === undefined) return undefined;
  const { y } = words;
  const value =
    y === undefined ? nearestDate(words, from, isPast) : dateIn(Number(y.length === 2 ? `20${y}` : y), words);
  return value === undefined ? undefined : { value, isWhole: isWholeDate(typed, words) };
};

const NAMED: Readonly<Record<string, string>> = { noon: '12:00', midnight: '00:00' };
const WITH_HALF = /^(0?[1-9]|1[0-2])(?::?([0-5]\d))? ?(a|p)\.?m?\.?$/;
const PLAIN = /^([01]?\d|2[0-3])(?::?([0-5]\d))?$/;
const HALF_DAY_MINUTES = 12 * 60;

/** Without AM or PM: 8 to 11 are in the morning, 12 and 1 to 7 in the afternoon; or the first one after `after`. */
const likelyMinute = (minute: number, after: string | undefined): number => {
  const halves = [minute % HALF_DAY_MINUTES, (minute % HALF_DAY_MINUTES) + HALF_DAY_MINUTES];
  if (after !== undefined) return halves.find((one) => one > minuteOfDay(after)) ?? minute;
  return halves.find((one) => one >= 8 * 60) ?? minute;
};

/** Minutes since midnight. `isSure`: the text says which half of the day is meant. */
const clockOf = (typed: string): { readonly minute: number; readonly isSure: boolean } | undefined => {
  const sure = WITH_HALF.exec(typed);
  if (sure !== null) {
    const hour = (Number(sure[1]) % 12) + (sure[3] === 'p' ? 12 : 0);
    return { minute: hour * 60 + Number(sure[2] ?? 0), isSure: true };
  }
  const plain = PLAIN.exec(typed);
  if (plain === null) return undefined;
  const hour = Number(plain[1]);
  return { minute: hour * 60 + Number(plain[2] ?? 0), isSure: hour > 12 || hour === 0 };
};

/** A time of day as people type it: `2:30p`, `1430`, `9`, `noon`. */
export const readTime = (text: string, after?: string): Read | undefined => {
  const typed = text.trim().toLowerCase();
  const named = NAMED[typed];
  if (named !== undefined) return { value: named, isWhole: true };
  const clock = clockOf(typed);
  if (clock === undefined) return undefined;
  const { minute, isSure } = clock;
  return {
    value: timeOfMinute(isSure ? minute : likelyMinute(minute, after)),
    isWhole: isSure || /^\d{4}$/.test(typed),
  };
};
