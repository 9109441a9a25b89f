import { DAY_MINUTES } from '@quorum/contracts/time/instant.ts';
import { timeOfMinute } from '@quorum/contracts/time/wall-clock.ts';
import { cut, TO } from './parse-day.ts';

/** A time of day in a text, and the text without it. */
export type ParsedTime = {
  /** `HH:MM` */
  readonly time: string;
  /** Minutes; undefined without an end. */
  readonly duration: number | undefined;
  readonly rest: string;
};

/** `7p`, but not the number of a room. */
const SHORT_HALF = String.raw`(?<=\d)(?<!\b(?:apt|flat|gate|grade|platform|room|seat|suite|unit)s? \d+)[ap]\b`;
const clockForm = (hour: string): string => String.raw`(${hour})(?::([0-5]\d))? ?([ap]\.?m\b\.?|${SHORT_HALF})?`;
const RANGE_CLOCK = clockForm(String.raw`noon\b|midnight\b|\d{1,2}`);
/** `9:00 pm/10:00 pm` is not nine in the morning. */
const END = String.raw`(?![\w:%/]| ?[ap]\.?m\b)`;
const RANGE = new RegExp(String.raw`(?:(\bfrom\s|\bat\s|@ ?)|\b)${RANGE_CLOCK}${TO}${RANGE_CLOCK}${END}`, 'gi');
/** A bare hour is a time only after `at` or `@`, and like `7p` only where the phrase ends: not in `Dinner at 5 Guys`. */
const SINGLE = new RegExp(
  String.raw`(?:(\bat\s|@ ?)|\b)${clockForm(String.raw`\d{1,2}`)}(?!${TO}\d)${END}(?= (?:at|on|in|for|today|tonight|tomorrow)\b| @|,|$|( ))`,
  'gim',
);
const NOON = /\b(?:at )?(noon|midnight)\b/i;
const ZONE = String.raw`(?:[ECMP][SD]T|[ECP]T|AK[SD]T|HST|UTC|GMT|BST|CES?T|EES?T|IST|JST|AE[SD]T)\b|(?:eastern|central|mountain|pacific)(?=[),]|$| (?:time|on|today|tomorrow)\b)`;
/** A time in another zone is not understood, rather than taken for one in the viewer's: `9am PST`, `3pm London time`. */
const CLOCK = String.raw`(?:(?:at|from|to|till?|[@:–-]) ?\d{1,2}|\d ?[apAP](?:\.?[mM])?\b\.?|\b(?:noon|midnight)) \(?`;
const ZONED = new RegExp(`${CLOCK}(?:${ZONE})`, 'i');
/** `3pm London time`, but not `10am story time`. */
const LOCAL_TO = new RegExp(String.raw`${CLOCK}(?:[A-Z][^\s,]* ){1,3}time\b`);

export type Half = 'am' | 'pm' | undefined;
type Clock = { readonly hour: number; readonly minute: number; readonly half: Half };

/** By the first letter of `am`, `pm`, `midnight` and `noon`. */
const HALVES: Readonly<Record<string, Half>> = { a: 'am', p: 'pm', m: 'am', n: 'pm' };

const clockOf = (hour = '', minute: string | undefined, half: string | undefined): Clock | undefined => {
  const clock: Clock = {
    hour: /\D/.test(hour) ? 12 : Number(hour),
    minute: Number(minute ?? 0),
    half: HALVES[(half ?? hour).charAt(0).toLowerCase()],
  };
  const isPossible = clock.half === undefined ? clock.hour < 24 : clock.hour >= 1 && clock.hour <= 12;
  return isPossible ? clock : undefined;
};

const HALF_DAY = DAY_MINUTES / 2;

/** Minutes since midnight in this half of the day. */
const minutesIn = ({ hour, minute }: Clock, half: 'am' | 'pm'): number =>
  (hour % 12) * 60 + minute + (half === 'pm' ? HALF_DAY : 0);

/** The half of the day that a text is about. */
export const halfOf = (text: string): Half => {
  if (/\b(?:tonight|night|evening|dinner)\b/i.test(text)) return 'pm';
  return /\b(?:morning|breakfast)\b/i.test(text) ? 'am' : undefined;
};

/**
 * Without `am` or `pm`: 8 to 11 are in the morning, 12 and 1 to 7 in the afternoon. If the text is about the morning, 5 to 11 are in it; if
 * it is about the evening, all are.
 */
const likely = (clock: Clock, about: Half): number => {
  if (clock.half !== undefined) return minutesIn(clock, clock.half);
  if (clock.hour > 12 || clock.hour === 0) return clock.hour * 60 + clock.minute;
  const isMorning = about !== 'pm' && clock.hour >= (about === 'am' ? 5 : 8) && clock.hour < 12;
  return minutesIn(clock, isMorning ? 'am' : 'pm');
};

/** `12-1pm` begins at noon, `11-1pm` in the morning. */
const startBefore = (start: Clock, end: Clock, about: Half): number => {
  if (start.half !== undefined || end.half === undefined || start.hour > 12) return likely(start, about);
  const same = minutesIn(start, end.half);
  return same < minutesIn(end, end.half) ? same : (same + HALF_DAY) % DAY_MINUTES;
};

const endAfter = (start: number, end: Clock): number => {
  if (end.half !== undefined) return minutesIn(end, end.half);
  const given = end.hour * 60 + end.minute;
  // `7-9` ends in the half of the day in which it begins, if 9 is later.
  return given <= start && given + HALF_DAY > start ? given + HALF_DAY : given;
};

const rangeOf = (match: RegExpExecArray, text: string, about: Half): ParsedTime | undefined => {
  const [, lead, hour, minute, half, endHour, endMinute, endHalf] = match;
  const [start, end] = [clockOf(hour, minute, half), clockOf(endHour, endMinute, endHalf)];
  if (start === undefined || end === undefined) return undefined;
  // `Ages 7-9` is not a time.
  if ([lead, minute, start.half, endMinute, end.half].every((part) => part === undefined)) return undefined;
  const from = startBefore(start, end, about);
  const duration = (endAfter(from, end) - from + DAY_MINUTES) % DAY_MINUTES;
  return duration === 0 ? undefined : { time: timeOfMinute(from), duration, rest: cut(text, match) };
};

const singleOf = (match: RegExpExecArray, text: string, about: Half): ParsedTime | undefined => {
  const [, lead, hour, minute, half, goesOn] = match;
  const isSure = /[:m]/i.test(match[0]);
  if (!isSure && (goesOn !== undefined || (lead === undefined && half === undefined))) return undefined;
  const clock = clockOf(hour, minute, half);
  return clock && { time: timeOfMinute(likely(clock, about)), duration: undefined, rest: cut(text, match) };
};

const wordIn = (text: string): ParsedTime | undefined => {
  const match = NOON.exec(text);
  // The first word of all is a name, as in `Midnight run`.
  if (match === null || (match.index === 0 && !match[0].startsWith('at'))) return undefined;
  const time = match[1]?.toLowerCase() === 'noon' ? '12:00' : '00:00';
  return { time, duration: undefined, rest: cut(text, match) };
};

const firstOf = (
  form: RegExp,
  text: string,
  read: (match: RegExpExecArray) => ParsedTime | undefined,
): ParsedTime | undefined => {
  for (const match of text.matchAll(form)) {
    const found = read(match);
    if (found !== undefined) return found;
  }
  return undefined;
};

export const isZoned = (text: string): boolean => ZONED.test(text) || LOCAL_TO.test(text);

/** The time of day that a text names: `12-1pm`, `from 9 to 11`, `at 7`, `19:30`, `noon`. */
export const parseTime = (text: string, about: Half): ParsedTime | undefined =>
  firstOf(RANGE, text, (match) => rangeOf(match, text, about)) ??
  firstOf(SINGLE, text, (match) => singleOf(match, text, about)) ??
  wordIn(text);
