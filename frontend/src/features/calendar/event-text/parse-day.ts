import { dateFields, dateOf } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, daysBetween } from '@quorum/contracts/time/days.ts';

export type ParsedDay = {
  readonly date: string;
  /** How many days: `Dec 5-8` are four, `Fri-Sun` three. */
  readonly days: number;
  /** A bare weekday is only a day beside a time of day: not in `Taco Tuesday`. */
  readonly isWeak: boolean;
  /** `every Monday` is the first one, and stays in the name. */
  readonly isFirst: boolean;
  readonly rest: string;
};

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?`;
const NUMBER = String.raw`\d{1,2}(?:st|nd|rd|th)?`;
export const TO = String.raw`\s?(?:-|–|—|to|(?:un)?till?|through)\s?`;
const END = String.raw`(?![\w/%:]|-\d)`;
const WEEKDAY = `(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?`;

/** A day in words, as one group of a larger pattern. */
export const DAY_WORDS = String.raw`(?:today|tonight|tomorrow|${WEEKDAY}|${MONTH} ${NUMBER}|${NUMBER} ${MONTH}|\d{1,2}/\d{1,2})`;

/** `Dec 5 - 3 pm` is one day. */
const NO_HALF = String.raw`(?! ?[ap]\.?m\b)`;

/** `Dec 5`, `Dec 5-8`, `Dec 30 to Jan 2` · `31 Dec`, `5-8 Dec` · `12/3`, `12/3-12/5` */
const DATES = [
  String.raw`\b(?:on )?(?<m>${MONTH}) (?<d>${NUMBER})(?:${TO}(?:(?<m2>${MONTH}) )?(?<d2>${NUMBER})${NO_HALF})?`,
  String.raw`\b(?:on )?(?:the )?(?<d>${NUMBER})(?:${TO}(?<d2>${NUMBER}))?(?: of)? (?<m>${MONTH})`,
  String.raw`(?<![\d/])(?:on )?\b(?<m>\d{1,2})/(?<d>\d{1,2})(?:${TO}(?<m2>\d{1,2})/(?<d2>\d{1,2}))?`,
].map((form) => new RegExp(`${form}${END}`, 'i'));

const DAY = new RegExp(
  String.raw`\b(?:(on|this|next|every) )?(today|tonight|tomorrow|${WEEKDAY})(?:${TO}(${WEEKDAY}))?\b`,
  'i',
);
const IN_DAYS = /\bin (\d{1,2}|a) days?\b/i;

/** The text without the words that were understood. What is left on either side of them no longer belongs together. */
export const cut = (text: string, { 0: words, index }: RegExpExecArray): string =>
  `${text.slice(0, index).trimEnd()}\n${text.slice(index + words.length).trimStart()}`.trim();

/** The first word of all stays part of the name, as in `Sunday roast 1pm`. */
const without = (text: string, match: RegExpExecArray): string => (match.index === 0 ? text : cut(text, match));

const monthOf = (text: string): number =>
  /^\d/.test(text) ? Number(text) : MONTHS.indexOf(text.slice(0, 3).toLowerCase()) + 1;

/** 29 February may be as far ahead as this. */
const YEARS = 8;

/** The next such day from another day on; undefined for a day that no month has. */
const nextDate = (month: number, day: number, from: string): string | undefined => {
  const { year } = dateFields(from);
  return Array.from({ length: YEARS + 1 }, (_, ahead) => dateOf(year + ahead, month, day)).find(
    (date) => date >= from && dateFields(date).day === day && dateFields(date).month === month,
  );
};

/** `Feb 27-29` is not a day and more than a year. */
const MOST_DAYS = 366;

const datesOf = (groups: Readonly<Record<string, string>>, today: string) => {
  const words = (name: string, other = name): string => groups[name] ?? groups[other] ?? '';
  const day = (text: string): number => Number.parseInt(text, 10);
  const date = nextDate(monthOf(words('m')), day(words('d')), today);
  const last = date && nextDate(monthOf(words('m2', 'm')), day(words('d2', 'd')), date);
  const days = date && last ? daysBetween(date, last) + 1 : undefined;
  return date && days !== undefined && days <= MOST_DAYS ? { date, days } : undefined;
};

const dateIn = (text: string, today: string): ParsedDay | undefined => {
  for (const form of DATES) {
    const match = form.exec(text);
    const dates = match?.groups && datesOf(match.groups, today);
    if (match && dates) return { ...dates, isWeak: false, isFirst: false, rest: without(text, match) };
  }
  return undefined;
};

/** Days from today to the weekday. `next Thu` is the one of the following week, even if this week still has one. */
const daysUntil = (word: string, isNext: boolean, today: string): number => {
  const { weekday } = dateFields(today);
  const ahead = (WEEKDAYS.indexOf(word.slice(0, 3)) - weekday + 7) % 7;
  return isNext && ahead > 0 && weekday + ahead < 7 ? ahead + 7 : ahead;
};

const offsetOf = (word: string, lead: string | undefined, today: string): number => {
  if (word === 'tomorrow') return 1;
  return word.startsWith('to') ? 0 : daysUntil(word, lead === 'next', today);
};

/** `Sat to Sat` is a week and a day. */
const daysThrough = (last: string | undefined, date: string): number =>
  last === undefined ? 1 : (daysUntil(last, false, date) || 7) + 1;

const dayIn = (text: string, today: string): ParsedDay | undefined => {
  const match = DAY.exec(text);
  if (match === null) return undefined;
  const [lead, word = '', last] = match.slice(1).map((part) => part?.toLowerCase());
  const repeats = /\bevery\b/i.test(text);
  const date = addDays(today, offsetOf(word, lead, today));
  const days = repeats ? 1 : daysThrough(last, date);
  return {
    date,
    days,
    isWeak: days === 1 && (lead === undefined || repeats) && !word.startsWith('to'),
    isFirst: repeats,
    rest: repeats ? text : without(text, match),
  };
};

const inDays = (text: string, today: string): ParsedDay | undefined => {
  const match = IN_DAYS.exec(text);
  if (match === null) return undefined;
  const date = addDays(today, Number(match[1]) || 1);
  return { date, days: 1, isWeak: false, isFirst: false, rest: cut(text, match) };
};

/** The day that a text names. */
export const parseDay = (text: string, today: string): ParsedDay | undefined =>
  dateIn(text, today) ?? inDays(text, today) ?? dayIn(text, today);
