import { type CalendarDate, dateFields, dateOf, dateOfEpochDay, epochDay } from './calendar-date.ts';
import {
  datesOf,
  isList,
  LAST_DATE,
  type NthWeekday,
  nextDate,
  type Pattern,
  periodsOf,
  type Repeats,
  WEEKDAY_CODES,
  weekdayCode,
} from './repeats.ts';

/** Forty years have every date that a rule can name. */
const LONGEST_WAIT_YEARS = 40;

/** The first day from this one on that may be the first date of the rule. Undefined if no day may. */
export const firstFittingDate = (rule: Repeats, date: CalendarDate): CalendarDate | undefined => {
  const { year, month, day } = dateFields(date);
  return nextDate({ rule: { ...rule, every: 1 }, date }, date, dateOf(year + LONGEST_WAIT_YEARS, month, day));
};

/** The last date that `until` and `count` lead to. Null if it has no end. */
export const lastDateOf = (pattern: Pattern): CalendarDate | null => {
  const { until, count } = pattern.rule;
  if (until === undefined && count === undefined) return null;
  if (count === undefined) return lastBefore(pattern, until ?? LAST_DATE);
  let [left, last] = [count, pattern.date];
  for (const date of datesOf(pattern, pattern.date, LAST_DATE)) {
    last = date;
    left -= 1;
    if (left <= 0) break;
  }
  return last;
};

/** The last date up to a day, the first date if none lies later. Looks at the last few periods alone. */
const lastBefore = (pattern: Pattern, until: CalendarDate): CalendarDate => {
  const periods = periodsOf(pattern);
  const [first, last] = [epochDay(pattern.date), epochDay(until)];
  if (last <= first) return pattern.date;
  for (let index = periods.of(last); index > 0; index -= 1) {
    const found = periods.days(index).findLast((day) => day <= last);
    if (found !== undefined) return dateOfEpochDay(found);
  }
  return dateOfEpochDay(periods.days(0).findLast((day) => day >= first && day <= last) ?? first);
};

/** How many dates lie before a day. */
export const countBefore = (pattern: Pattern, date: CalendarDate): number => {
  let count = 0;
  for (const each of datesOf(pattern, pattern.date, date)) if (each < date) count += 1;
  return count;
};

/** As many dates contain the shortest distance of a rule: five years of months. */
const DISTANCES = 62;

/** The fewest days between two dates that follow each other. Infinity if there is only one. @param lastDate that its end leads to */
export const shortestDistance = (pattern: Pattern, lastDate: CalendarDate | null): number => {
  let [shortest, seen, before] = [Number.POSITIVE_INFINITY, 0, Number.NEGATIVE_INFINITY];
  for (const date of datesOf(pattern, pattern.date, lastDate ?? LAST_DATE)) {
    shortest = Math.min(shortest, epochDay(date) - before);
    before = epochDay(date);
    seen += 1;
    if (seen > DISTANCES) break;
  }
  return shortest;
};

const sameWeekdayIn = (date: CalendarDate, { nth }: NthWeekday): NthWeekday => {
  const { year, month, day } = dateFields(date);
  const last = dateFields(dateOf(year, month + 1, 0)).day;
  const isLast = day + 7 > last;
  const place = Math.ceil(day / 7);
  return { nth: isLast && (nth === 'last' || place === 5) ? 'last' : place, weekday: weekdayCode(date) };
};

const shiftedOn = (on: NonNullable<Repeats['on']>, days: number, date: CalendarDate): Repeats['on'] => {
  if (isList(on)) {
    const shifted = on.map((code) => (((WEEKDAY_CODES.indexOf(code) + days) % 7) + 7) % 7);
    return shifted.map((weekday) => WEEKDAY_CODES[weekday] ?? 'SU');
  }
  return 'day' in on ? { day: dateFields(date).day } : sameWeekdayIn(date, on);
};

/**
 * The rule after its dates moved by a number of days: other weekdays, another day of the month.
 * @param date the moved first date
 */
export const shiftedRule = (rule: Repeats, days: number, date: CalendarDate): Repeats =>
  days === 0 || rule.on === undefined ? rule : { ...rule, on: shiftedOn(rule.on, days, date) };
