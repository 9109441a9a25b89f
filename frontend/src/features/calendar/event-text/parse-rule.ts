import { dateFields } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, weekdayOf } from '@quorum/contracts/time/days.ts';
import { type Repeats, WEEKDAY_CODES, weekdayCode } from '@quorum/contracts/time/repeats.ts';
import { cut, WEEKDAY, WEEKDAYS } from './parse-day.ts';

export type ParsedRule = {
  /** The rule of an event whose first date is this day. */
  readonly ruleFrom: (date: string) => Repeats;
  /** The next such weekday, if the rule names one. */
  readonly date: string | undefined;
  readonly rest: string;
};

/** Not `every Mon, Wed`, `every Mon-Fri` or `every Monday and Friday`. */
const ALONE = String.raw`(?! ?[-–—,/&+]| (?:and|or|to|through|un?till?)\b)`;
const RULE = new RegExp(
  String.raw`\b(?:every (?<day>weekday|${WEEKDAY})|(?<adverb>daily|weekly|monthly))\b${ALONE}`,
  'gi',
);

const WORKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR'] as const;

const ADVERBS: Readonly<Record<string, ParsedRule['ruleFrom']>> = {
  daily: () => ({ unit: 'day', every: 1 }),
  weekly: (date) => ({ unit: 'week', every: 1, on: [weekdayCode(date)] }),
  monthly: (date) => ({ unit: 'month', every: 1, on: { day: dateFields(date).day } }),
  weekday: () => ({ unit: 'week', every: 1, on: WORKDAYS }),
};

const onWeekday = (word: string, today: string): Omit<ParsedRule, 'rest'> => {
  const weekday = WEEKDAYS.indexOf(word.slice(0, 3));
  const code = WEEKDAY_CODES[weekday] ?? 'SU';
  const date = addDays(today, (weekday - weekdayOf(today) + 7) % 7);
  return { ruleFrom: () => ({ unit: 'week', every: 1, on: [code] }), date };
};

/** How an event repeats, in words. Undefined without any, and for more than one rule. */
export const parseRule = (text: string, today: string): ParsedRule | undefined => {
  const [match, ...others] = text.matchAll(RULE);
  if (match === undefined || others.length > 0) return undefined;
  const word = (match.groups?.day ?? match.groups?.adverb ?? '').toLowerCase();
  const rest = cut(text, match);
  const ruleFrom = ADVERBS[word];
  return ruleFrom === undefined ? { ...onWeekday(word, today), rest } : { ruleFrom, date: undefined, rest };
};
