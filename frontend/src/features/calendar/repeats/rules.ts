import { type CalendarDate, dateFields } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, monthOf } from '@quorum/contracts/time/days.ts';
import { hasDate, isList, type Repeats, weekdayCode } from '@quorum/contracts/time/repeats.ts';
import { repeatsLabel } from '@quorum/contracts/time/repeats-labels.ts';
import { firstFittingDate } from '@quorum/contracts/time/rule-dates.ts';

const LAST_DAY: Repeats = { unit: 'month', every: 1, on: { day: 'last' } };

/**
 * The rules that are offered for a first date. A fifth weekday is offered as the last one, because few months have a fifth, and the end of
 * a month also as its last day.
 */
const presets = (date: CalendarDate): readonly Repeats[] => {
  const place = Math.ceil(dateFields(date).day / 7);
  return [
    { unit: 'day', every: 1 },
    { unit: 'week', every: 1, on: [weekdayCode(date)] },
    { unit: 'month', every: 1, on: { day: dateFields(date).day } },
    { unit: 'month', every: 1, on: { nth: place === 5 ? 'last' : place, weekday: weekdayCode(date) } },
    { unit: 'year', every: 1 },
    ...(monthOf(date) === monthOf(addDays(date, 1)) ? [] : [LAST_DAY]),
  ];
};

export const isSameRule = (a: Repeats | null, b: Repeats | null): boolean =>
  a === b || (a !== null && b !== null && keyOf(a) === keyOf(b));

const keyOf = ({ unit, every, on, until, count }: Repeats): string => JSON.stringify([unit, every, on, until, count]);

/** The presets with their words, and the rule itself if it is none of them. */
export const ruleOptions = (rule: Repeats | null, date: CalendarDate) => {
  const all = presets(date);
  const own = rule === null || all.some((preset) => isSameRule(preset, rule)) ? [] : [rule];
  return [...all, ...own].map((each) => ({ rule: each, label: repeatsLabel({ rule: each, date }) }));
};

/** A preset follows its date to another day; any other rule stays. */
export const followed = (rule: Repeats | null, from: CalendarDate, to: CalendarDate): Repeats | null => {
  const at = presets(from).findIndex((preset) => isSameRule(preset, rule));
  return at === -1 ? rule : (presets(to)[at] ?? rule);
};

/** The first date of a rule from a day on. */
export const firstDate = (rule: Repeats | null, date: CalendarDate): CalendarDate =>
  rule === null || hasDate({ rule, date }, date) ? date : (firstFittingDate(rule, date) ?? date);

/** Whether some months or years do not have the day, so that they are skipped. */
export const skipsMonths = ({ unit, on }: Repeats, date: CalendarDate): boolean => {
  if (on === undefined) return unit === 'year' && date.endsWith('-02-29');
  if (isList(on)) return false;
  return 'nth' in on ? on.nth === 5 : on.day !== 'last' && on.day > 28;
};
