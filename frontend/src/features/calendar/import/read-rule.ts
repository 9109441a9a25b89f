import { limits } from '@quorum/contracts/kernel/limits.ts';
import { dateFields } from '@quorum/contracts/time/calendar-date.ts';
import { addDays } from '@quorum/contracts/time/days.ts';
import { type Repeats, WEEKDAY_CODES, type WeekdayCode } from '@quorum/contracts/time/repeats.ts';
import { wallClockOf } from '@quorum/contracts/time/wall-clock.ts';

/** A rule as jCal. */
export type Recur = Readonly<Record<string, unknown>>;

type First = { readonly date: string; readonly time: string; readonly timeZone: string };

const UNITS = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;

const listOf = (value: unknown): readonly (string | number)[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as (string | number)[]) : [value as string | number];

const WEEKDAY = /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/;

type Weekday = { readonly nth: number | undefined; readonly weekday: WeekdayCode };

const weekdaysOf = (rule: Recur): readonly Weekday[] | undefined => {
  const found = listOf(rule.byday).map((text) => WEEKDAY.exec(String(text)));
  if (found.some((match) => match === null)) return undefined;
  return found.map((match) => ({
    nth: match?.[1] === undefined ? undefined : Number(match[1]),
    weekday: match?.[2] as WeekdayCode,
  }));
};

type On = Repeats['on'];

/** `null` if the rule has none; undefined if the product does not know it. */
type Found = On | null | undefined;

const nthOf = (nth: number | undefined): number | 'last' | undefined => {
  if (nth === -1) return 'last';
  return nth !== undefined && nth >= 1 && nth <= 5 ? nth : undefined;
};

/** A weekday of a month, with its number before it or as a position. */
const weekdayInMonth = (rule: Recur, [day, ...others]: readonly Weekday[]): Found => {
  const [position, ...more] = listOf(rule.bysetpos);
  if (day === undefined || others.length + more.length > 0) return undefined;
  const nth = nthOf(day.nth ?? (position === undefined ? undefined : Number(position)));
  return nth === undefined ? undefined : { nth, weekday: day.weekday };
};

const dayInMonth = (rule: Recur): Found => {
  const [day, ...others] = listOf(rule.bymonthday).map(Number);
  if (day === undefined) return null;
  if (others.length > 0 || rule.bysetpos !== undefined) return undefined;
  if (day === -1) return { day: 'last' };
  return day >= 1 && day <= 31 ? { day } : undefined;
};

const inMonth = (rule: Recur, weekdays: readonly Weekday[]): Found => {
  if (weekdays.length === 0) return dayInMonth(rule);
  return rule.bymonthday === undefined ? weekdayInMonth(rule, weekdays) : undefined;
};

const isOnly = (value: unknown, known: number): boolean => {
  const [first, ...others] = listOf(value);
  return others.length === 0 && Number(first) === known;
};

const inYear = (rule: Recur, weekdays: readonly Weekday[], { date }: First): Found => {
  const { month, day } = dateFields(date);
  const { bymonth, bymonthday } = rule;
  const isThisMonth = isOnly(bymonth, month);
  if (bymonth !== undefined && !isThisMonth) return undefined;
  if (weekdays.length > 0) return isThisMonth ? inMonth(rule, weekdays) : undefined;
  return bymonthday === undefined || (isThisMonth && isOnly(bymonthday, day)) ? null : undefined;
};

/** A week begins on Sunday here, on Monday unless a rule says otherwise. That decides the days of every second week. */
const dependsOnStart = (rule: Recur, days: readonly WeekdayCode[]): boolean => {
  const isOnSunday = rule.wkst === 'SU' || rule.wkst === 1;
  return Number(rule.interval ?? 1) > 1 && days.length > 1 && days.includes('SU') && !isOnSunday;
};

const inWeek = (rule: Recur, weekdays: readonly Weekday[]): Found => {
  if (weekdays.length === 0) return null;
  const days = weekdays.map(({ weekday }) => weekday);
  if (weekdays.some(({ nth }) => nth !== undefined) || dependsOnStart(rule, days)) return undefined;
  return WEEKDAY_CODES.filter((code) => days.includes(code));
};

const onOf = (unit: Repeats['unit'], rule: Recur, first: First): Found => {
  const weekdays = weekdaysOf(rule);
  if (weekdays === undefined) return undefined;
  if (unit === 'month') return inMonth(rule, weekdays);
  if (unit === 'year') return inYear(rule, weekdays, first);
  if (unit === 'week') return inWeek(rule, weekdays);
  return weekdays.length === 0 ? null : undefined;
};

/** Parts of a rule that are read, beside those of its end. */
const KNOWN: Readonly<Record<Repeats['unit'], readonly string[]>> = {
  day: [],
  week: ['byday'],
  month: ['byday', 'bymonthday', 'bysetpos'],
  year: ['byday', 'bymonthday', 'bymonth', 'bysetpos'],
};
const ALWAYS = ['freq', 'interval', 'wkst', 'until', 'count'];

/** The last day on which the event may take place. */
const untilOf = (until: string, { time, timeZone }: First): string => {
  if (!until.includes('T')) return until;
  const wall = until.endsWith('Z')
    ? wallClockOf(until, timeZone)
    : { date: until.slice(0, 10), time: until.slice(11, 16) };
  return wall.time < time ? addDays(wall.date, -1) : wall.date;
};

const isFrom1To = (max: number, value: number): boolean => value >= 1 && value <= max;

const endOf = ({ until, count }: Recur, first: First): Pick<Repeats, 'until' | 'count'> | undefined => {
  if (count !== undefined) return isFrom1To(limits.seriesCount, Number(count)) ? { count: Number(count) } : undefined;
  if (typeof until !== 'string') return {};
  const last = untilOf(until, first);
  // Some programs write a year that the product does not have for `never`.
  return last >= '1900' && last < '9000' ? { until: last } : undefined;
};

/** Every weekday is a rule of weeks. */
const asWeeks = (rule: Recur): Recur =>
  rule.freq === 'DAILY' && rule.byday !== undefined && Number(rule.interval ?? 1) === 1
    ? { ...rule, freq: 'WEEKLY' }
    : rule;

/** The parts of the rule that are not read. */
const isUnknownPart = (unit: Repeats['unit']) => (part: string) => ![...ALWAYS, ...KNOWN[unit]].includes(part);

/** How an event repeats. Undefined if the product cannot repeat it so: nothing is left out in silence. */
export const readRule = (given: Recur, first: First): Repeats | undefined => {
  const rule = asWeeks(given);
  const unit = UNITS[rule.freq as keyof typeof UNITS] as Repeats['unit'] | undefined;
  const every = Number(rule.interval ?? 1);
  if (unit === undefined || !isFrom1To(99, every) || Object.keys(rule).some(isUnknownPart(unit))) return undefined;
  const [on, end] = [onOf(unit, rule, first), endOf(rule, first)];
  if (on === undefined || end === undefined) return undefined;
  return { unit, every, ...(on === null ? {} : { on }), ...end };
};
