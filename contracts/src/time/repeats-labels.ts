import { dateFields } from './calendar-date.ts';
import { fullMonthDay, monthDay, monthName, weekdayName } from './day-labels.ts';
import {
  type NthWeekday,
  type Pattern,
  type Repeats,
  WEEKDAY_CODES,
  type WeekdayCode,
  weekdayCode,
} from './repeats.ts';

const NTH = ['first', 'second', 'third', 'fourth', 'fifth'] as const;
const WORKDAYS = 'MO TU WE TH FR';

/** `Sunday` from `SU` */
export const weekdayCodeLabel = (code: WeekdayCode): string => weekdayName(WEEKDAY_CODES.indexOf(code));

/** `third Sunday`, `last Sunday` */
const nthLabel = ({ nth, weekday }: NthWeekday): string =>
  `${nth === 'last' ? 'last' : NTH[nth - 1]} ${weekdayCodeLabel(weekday)}`;

/** `Mon, Wed and Fri` */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

const everyUnit = ({ every, unit }: Repeats): string => (every === 1 ? `Every ${unit}` : `Every ${every} ${unit}s`);

const weekdaysIn = ({ rule: { on }, date }: Pattern): readonly WeekdayCode[] => {
  const codes: readonly unknown[] = Array.isArray(on) ? on : [weekdayCode(date)];
  return WEEKDAY_CODES.filter((code) => codes.includes(code));
};

const weekly = (pattern: Pattern): string => {
  const codes = weekdaysIn(pattern);
  if (pattern.rule.every === 1 && codes.join(' ') === WORKDAYS) return 'Every weekday';
  if (pattern.rule.every === 1 && codes.length === 7) return 'Every day';
  const [only] = codes;
  if (pattern.rule.every === 1 && codes.length === 1 && only) return `Every week on ${weekdayCodeLabel(only)}`;
  return `${everyUnit(pattern.rule)} on ${listed(codes.map((code) => weekdayCodeLabel(code).slice(0, 3)))}`;
};

const dayOfMonth = ({ rule: { on }, date }: Pattern): string => {
  if (on !== undefined && 'nth' in on) return `the ${nthLabel(on)}`;
  const day = on !== undefined && 'day' in on ? on.day : dateFields(date).day;
  return day === 'last' ? 'the last day' : `day ${day}`;
};

const dayOfYear = ({ rule: { on }, date }: Pattern): string =>
  on !== undefined && 'nth' in on ? `the ${nthLabel(on)} of ${monthName(dateFields(date).month)}` : fullMonthDay(date);

const ruleLabel = (pattern: Pattern): string => {
  const { rule } = pattern;
  switch (rule.unit) {
    case 'day':
      return everyUnit(rule);
    case 'week':
      return weekly(pattern);
    case 'month':
      return `${everyUnit(rule)} on ${dayOfMonth(pattern)}`;
    case 'year':
      return `${everyUnit(rule)} on ${dayOfYear(pattern)}`;
  }
};

/** ` until Dec 18, 2026` or `, 10 times`; empty without an end. */
const endLabel = ({ until, count }: Repeats): string => {
  if (count !== undefined) return count === 1 ? ', once' : `, ${count} times`;
  return until === undefined ? '' : ` until ${monthDay(until)}, ${dateFields(until).year}`;
};

/** A rule in words: `Every 2 weeks on Tue and Thu until Dec 18, 2026`, `Every month on the third Sunday, 10 times`. */
export const repeatsLabel = (pattern: Pattern): string => `${ruleLabel(pattern)}${endLabel(pattern.rule)}`;

/** `Tuesdays`, or `every 2 weeks on Tue and Thu`: within a sentence, without its end. `May 14` for only one date. */
export const repeatsPhrase = ({ rule: { until, count: _, ...rule }, date }: Pattern): string => {
  if (until === date) return monthDay(date);
  const pattern = { rule, date };
  const [only, ...others] = weekdaysIn(pattern);
  if (rule.unit === 'week' && rule.every === 1 && only && others.length === 0) return `${weekdayCodeLabel(only)}s`;
  const label = repeatsLabel(pattern);
  return `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
};
