import { dateFields } from './calendar-date.ts';
import type { NthWeekday, Pattern, Repeats } from './repeats.ts';

const FREQUENCIES = { day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const;

const nthWeekday = ({ nth, weekday }: NthWeekday): string => `BYDAY=${nth === 'last' ? -1 : nth}${weekday}`;

const monthOfYear = ({ unit }: Repeats, date: string): readonly string[] =>
  unit === 'year' ? [`BYMONTH=${dateFields(date).month}`] : [];

const daysOf = ({ rule, date }: Pattern): readonly string[] => {
  const { on } = rule;
  if (on === undefined) return [];
  if ('nth' in on) return [...monthOfYear(rule, date), nthWeekday(on)];
  return 'day' in on ? [`BYMONTHDAY=${on.day === 'last' ? -1 : on.day}`] : [`BYDAY=${on.join(',')}`];
};

/** The rule as an `RRULE` of RFC 5545, without its end. A week begins on Sunday, which decides the days of every second one. */
export const rruleOf = (pattern: Pattern): string => {
  const { unit, every } = pattern.rule;
  const parts = [`FREQ=${FREQUENCIES[unit]}`, `INTERVAL=${every}`, ...daysOf(pattern)];
  return [...parts, ...(unit === 'week' ? ['WKST=SU'] : [])].join(';');
};
