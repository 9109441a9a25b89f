import { dateFields, dateOf } from '@quorum/contracts/time/calendar-date.ts';
import { addDays } from '@quorum/contracts/time/days.ts';
import type { WallClock } from '@quorum/contracts/time/wall-clock.ts';
import { clockRange, cut } from './heard-time.ts';

/** What a name says about its event: `Lunch Thu 12-1pm at Joe's`. */
export type HeardEvent = {
  readonly name: string;
  readonly date: string;
  /** `HH:MM` */
  readonly time: string;
  /** Minutes; undefined if it does not say how long. */
  readonly duration: number | undefined;
  /** Empty if it does not say where. */
  readonly place: string;
};

const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const DAY =
  /\b(?:(?:on|this|(next)) )?(today|tonight|tomorrow|(?:sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?)\b/i;
const DATE =
  /\b(?:on )?(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.? (\d{1,2})(?:st|nd|rd|th)?\b/i;
const LENGTH = /\bfor (?:(\d{1,2}(?:\.5)?) ?h(?:(?:ou)?rs?)?|(\d{1,3}) ?m(?:in(?:ute)?s?)?|(half an|an) hour)\b/i;
const PLACE = /(?:^| )(?:at|@) ?(?<place>\S.*)$/i;

type Found<T> = { readonly value: T; readonly rest: string };

/** The first word of all stays part of the name, as in `Sunday roast 1pm`. */
const without = (text: string, match: RegExpExecArray): string => (match.index === 0 ? text : cut(text, match));

/** Days from today to the weekday. `next Thu` is the one of the following week, even if this week still has one. */
const daysUntil = (word: string, isNext: boolean, today: string): number => {
  const { weekday } = dateFields(today);
  const ahead = (WEEKDAYS.indexOf(word.slice(0, 3)) - weekday + 7) % 7;
  return isNext && ahead > 0 && weekday + ahead < 7 ? ahead + 7 : ahead;
};

const dayIn = (text: string, today: string): Found<string> | undefined => {
  const match = DAY.exec(text);
  if (match === null) return undefined;
  const [, next, day = ''] = match;
  const word = day.toLowerCase();
  const rest = without(text, match);
  if (word === 'tomorrow') return { value: addDays(today, 1), rest };
  if (word.startsWith('to')) return { value: today, rest };
  return { value: addDays(today, daysUntil(word, next !== undefined, today)), rest };
};

const dateIn = (text: string, today: string): Found<string> | undefined => {
  const match = DATE.exec(text);
  if (match === null) return undefined;
  const month = MONTHS.indexOf((match[1] ?? '').slice(0, 3).toLowerCase()) + 1;
  const day = Number(match[2]);
  const { year } = dateFields(today);
  const date = dateOf(year, month, day);
  if (dateFields(date).day !== day || dateFields(date).month !== month) return undefined;
  return { value: date < today ? dateOf(year + 1, month, day) : date, rest: without(text, match) };
};

const lengthIn = (text: string): Found<number | undefined> => {
  const match = LENGTH.exec(text);
  const [, hours, minutes, words] = match ?? [];
  const ofWords = words?.toLowerCase() === 'half an' ? 30 : 60;
  const value = hours === undefined ? Number(minutes ?? ofWords) : Number(hours) * 60;
  return match === null || value === 0 ? { value: undefined, rest: text } : { value, rest: cut(text, match) };
};

const tidy = (text: string): string => text.replace(/^[\s,–-]+|[\s,–-]+$/g, '');

/**
 * Without a day: today, or tomorrow if the time is over for today. If the day is the weekday of today and the time is
 * over: next week.
 */
const dateOfTime = (day: string | undefined, isToday: boolean, time: string, now: WallClock): string => {
  const isOver = time <= now.time;
  if (day === undefined) return isOver ? addDays(now.date, 1) : now.date;
  return isOver && !isToday && day === now.date ? addDays(day, 7) : day;
};

/** Splits what is left without day and time: the name, and the place after `at` or `@`. */
const nameAndPlace = (rest: string, typed: string): { readonly name: string; readonly place: string } => {
  const where = PLACE.exec(rest);
  const name = tidy(where === null ? rest : rest.slice(0, where.index));
  return name === '' ? { name: typed, place: '' } : { name, place: tidy(where?.groups?.place ?? '') };
};

/** Undefined without a time of day: `Taco Tuesday` and `Lunch at Joe's` are names. */
export const heardEvent = (typed: string, now: WallClock): HeardEvent | undefined => {
  const text = typed.replace(/\s+/g, ' ').trim();
  const length = lengthIn(text);
  const clock = clockRange(length.rest, /\btonight\b/i.test(text));
  if (clock === undefined) return undefined;
  const day = dateIn(clock.rest, now.date) ?? dayIn(clock.rest, now.date);
  const isToday = /\b(?:today|tonight)\b/i.test(text);
  return {
    ...nameAndPlace(tidy(day === undefined ? clock.rest : day.rest), text),
    date: dateOfTime(day?.value, isToday, clock.time, now),
    time: clock.time,
    duration: length.value ?? clock.duration,
  };
};
