import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type CalendarDate, dateFields } from '@quorum/contracts/time/calendar-date.ts';
import { addMonths, addYears } from '@quorum/contracts/time/days.ts';
import {
  datesOf,
  isList,
  LAST_DATE,
  type Repeats,
  type WeekdayCode,
  weekdayCode,
} from '@quorum/contracts/time/repeats.ts';
import { firstFittingDate, lastDateOf } from '@quorum/contracts/time/rule-dates.ts';

export type End = 'never' | 'until' | 'count';

/** The values of the form. Each part keeps its value while another one is chosen. */
export type CustomRule = {
  readonly unit: Repeats['unit'];
  readonly every: string;
  readonly days: readonly WeekdayCode[];
  /** Which day of a month or a year: a place in the options for the date. */
  readonly inMonth: Repeats['on'];
  readonly end: End;
  readonly until: CalendarDate;
  readonly count: string;
};

const endIn = ({ until, count }: Repeats): End => {
  if (until !== undefined) return 'until';
  return count === undefined ? 'never' : 'count';
};

const WEEKLY: Repeats = { unit: 'week', every: 1 };

export const customOf = (rule: Repeats | null, date: CalendarDate): CustomRule => {
  const { unit, every, on, until = addMonths(date, 3), count = 10 } = rule ?? WEEKLY;
  return {
    unit,
    every: String(every),
    days: isList(on) ? on : [weekdayCode(date)],
    inMonth: on === undefined || isList(on) ? { day: dateFields(date).day } : on,
    end: rule === null ? 'never' : endIn(rule),
    until,
    count: String(count),
  };
};

const whole = (text: string, max: number): number | undefined =>
  /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : undefined;

/** `isEnd`: the end is wrong, not how often or on which days. */
type Checked = { readonly rule: Repeats } | { readonly error: string; readonly isEnd?: true };

const onOf = ({ unit, days, inMonth }: CustomRule): Repeats['on'] => {
  if (unit === 'week') return days;
  if (unit === 'day' || (unit === 'year' && inMonth !== undefined && 'day' in inMonth)) return undefined;
  return inMonth;
};

const endOf = ({ end, until, count }: CustomRule, date: CalendarDate): Pick<Repeats, 'until' | 'count'> | string => {
  if (end === 'never') return {};
  if (end === 'count') {
    const times = whole(count, limits.seriesCount);
    return times === undefined ? `Please use 1 to ${limits.seriesCount} times` : { count: times };
  }
  if (until === '') return 'Please choose the last day';
  if (until < date) return 'The end lies before the first date';
  return until > addYears(date, limits.seriesYears)
    ? `Please choose an end within ${limits.seriesYears} years`
    : { until };
};

/** The rule, or the reason why it is none. */
export const checkCustom = (custom: CustomRule, date: CalendarDate): Checked => {
  const every = whole(custom.every, 99);
  if (every === undefined) return { error: 'Please use a number from 1 to 99' };
  if (custom.unit === 'week' && custom.days.length === 0) return { error: 'Please choose a day' };
  const end = endOf(custom, date);
  if (typeof end === 'string') return { error: end, isEnd: true };
  const on = onOf(custom);
  return { rule: { unit: custom.unit, every, ...(on === undefined ? {} : { on }), ...end } };
};

/** The next dates of a rule from a day on. */
export const nextDates = (rule: Repeats, date: CalendarDate, many: number): readonly CalendarDate[] => {
  const first = firstFittingDate(rule, date);
  if (first === undefined) return [];
  const pattern = { rule, date: first };
  const found: CalendarDate[] = [];
  for (const each of datesOf(pattern, first, lastDateOf(pattern) ?? LAST_DATE)) {
    found.push(each);
    if (found.length === many) break;
  }
  return found;
};
