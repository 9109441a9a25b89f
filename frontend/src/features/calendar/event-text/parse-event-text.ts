import { findMeetingLink } from '@quorum/contracts/text/meeting-links.ts';
import { monthDayBeside, shortDayBeside, weekdayMonthDay } from '@quorum/contracts/time/day-labels.ts';
import { addDays, daysBetween } from '@quorum/contracts/time/days.ts';
import { DAY_MINUTES, MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { durationLabel, wallTimeLabel } from '@quorum/contracts/time/labels.ts';
import type { Repeats } from '@quorum/contracts/time/repeats.ts';
import { repeatsLabel } from '@quorum/contracts/time/repeats-labels.ts';
import {
  instantMs,
  minuteOfDay,
  timeOfMinute,
  type WallClock,
  wallClockOf,
  type ZonedWallClock,
} from '@quorum/contracts/time/wall-clock.ts';
import { firstDate } from '../repeats/rules.ts';
import { cut, DAY_WORDS, type ParsedDay, parseDay, TO, withAt } from './parse-day.ts';
import { parseRule } from './parse-rule.ts';
import { type Half, halfOf, isZoned, parseTime } from './parse-time.ts';

/** Kinds that can be parsed, or kept in the name instead. */
export type ParsedKind = 'span' | 'rule' | 'day' | 'time' | 'length' | 'place';

/** An event parsed from its name: `Lunch Thu 12-1pm at Joe's`. */
export type ParsedEvent = {
  readonly name: string;
  /** Undefined if it only says where. */
  readonly date: string | undefined;
  /** `HH:MM`; undefined if it only names a day. */
  readonly time: string | undefined;
  /** Minutes; undefined if it does not say how long. */
  readonly duration: number | undefined;
  /** Absent if it does not say that the event repeats. */
  readonly repeats?: Repeats;
  /** Empty if it does not say where. */
  readonly place: string;
  /** The parsed parts, in words. */
  readonly chips: readonly Chip[];
};

/** `assumed` is a day that the text does not name. */
export type Chip = { readonly kind: ParsedKind | 'assumed'; readonly label: string };

type Times = {
  readonly date: string | undefined;
  readonly time: string | undefined;
  readonly duration: number | undefined;
  readonly repeats?: Repeats;
  readonly chips: ParsedEvent['chips'];
  readonly rest: string;
};

const HOURS = String.raw`(?<h>\d{1,2}(?:\.5)?|an|half an) ?h(?:(?:ou)?rs?)?`;
const MINUTES = String.raw`(?<m>\d{1,3}) ?m(?:in(?:ute)?s?)?`;
const LENGTH = new RegExp(String.raw`\bfor (?:${HOURS}|${MINUTES}|(?<d>\d{1,3}) days?)\b`, 'i');
const IN_TIME = new RegExp(String.raw`\bin (?:${HOURS}|${MINUTES})\b`, 'i');
const PLACE = /(?:^| )(?:at |@ ?)(?<place>\S.*)$/im;
const ALL_DAY = /\ball[- ]day\b/i;
const MOMENT = String.raw`(${DAY_WORDS}),? (?:at )?(\d{1,2}(?::[0-5]\d)?(?: ?[ap]\.?m\b\.?|[ap]\b)|\d{1,2}:[0-5]\d|noon|midnight)`;
/** `Fri 6pm - Sat 6pm` */
const SPAN = new RegExp(String.raw`\b(?:from )?${MOMENT}${TO}${MOMENT}`, 'i');

const HOUR_WORDS: Readonly<Record<string, number>> = { an: 1, 'half an': 0.5 };

/** In minutes. */
const amountOf = (match: RegExpExecArray | undefined): number => {
  const { h = '0', m = '0', d = '0' } = match?.groups ?? {};
  return (HOUR_WORDS[h.toLowerCase()] ?? Number(h)) * 60 + Number(m) + Number(d) * DAY_MINUTES;
};

const later = ({ date, time }: WallClock, minutes: number): WallClock => {
  const all = minuteOfDay(time) + minutes;
  return { date: addDays(date, Math.floor(all / DAY_MINUTES)), time: timeOfMinute(all % DAY_MINUTES) };
};

/** `in 2 hours` */
const fromNow = (text: string, now: ZonedWallClock): Times | undefined => {
  const match = IN_TIME.exec(text);
  if (match === null) return undefined;
  const start = wallClockOf(instantMs(now) + Math.round(amountOf(match)) * MINUTE_MS, now.timeZone);
  const label = `${shortDayBeside(start.date, now.date)}, ${wallTimeLabel(start.time)}`;
  return { ...start, duration: undefined, chips: [{ kind: 'time', label }], rest: cut(text, match) };
};

const momentOf = (day: string, time: string, from: string): WallClock | undefined => {
  const date = parseDay(day, from)?.date;
  const clock = parseTime(`at ${time}`, undefined);
  return date === undefined || clock === undefined ? undefined : { date, time: clock.time };
};

const spanIn = (text: string, now: WallClock): Times | undefined => {
  const match = SPAN.exec(text);
  if (match === null) return undefined;
  const [firstDay, firstTime, lastDay, lastTime] = match.slice(1) as [string, string, string, string];
  const first = momentOf(firstDay, firstTime, now.date);
  const last = first && momentOf(lastDay, lastTime, first.date);
  if (first === undefined || last === undefined) return undefined;
  const duration = daysBetween(first.date, last.date) * DAY_MINUTES + minuteOfDay(last.time) - minuteOfDay(first.time);
  const label = [first, last].map(({ date, time }) => `${shortDayBeside(date, now.date)}, ${wallTimeLabel(time)}`);
  return duration <= 0
    ? undefined
    : { ...first, duration, chips: [{ kind: 'span', label: label.join(' – ') }], rest: cut(text, match) };
};

/**
 * Without a day: today, or tomorrow if the time is over for today. If the day is the weekday of today and the time is
 * over: next week.
 */
const dateOfTime = (day: ParsedDay | undefined, isToday: boolean, time: string, now: WallClock): string => {
  const isOver = time <= now.time;
  if (day === undefined) return isOver && !isToday ? addDays(now.date, 1) : now.date;
  return isOver && day.isWeak && day.date === now.date ? addDays(day.date, 7) : day.date;
};

type Clock = {
  readonly time: string;
  readonly duration: number | undefined;
  readonly label: string;
  readonly rest: string;
};

const clockIn = (text: string, about: Half): Clock | undefined => {
  const allDay = ALL_DAY.exec(text);
  if (allDay !== null) return { time: '00:00', duration: DAY_MINUTES, label: 'All day', rest: cut(text, allDay) };
  const clock = parseTime(text, about);
  if (clock === undefined) return undefined;
  const { time, duration } = clock;
  const [from, to] = [time, later({ date: '2000-01-01', time }, duration ?? 0).time].map(wallTimeLabel) as [
    string,
    string,
  ];
  const start = from.slice(-2) === to.slice(-2) ? from.slice(0, -3) : from;
  return { ...clock, label: duration === undefined ? from : `${start} – ${to}` };
};

const dayChip = ({ date, days, isFirst }: ParsedDay, from: string, today: string): string => {
  if (days > 1) return `${monthDayBeside(date, today)} – ${monthDayBeside(addDays(date, days - 1), today)}`;
  return isFirst ? `First: ${weekdayMonthDay(from)}` : shortDayBeside(from, today);
};

const assumed = (date: string, today: string): string => `${date === today ? 'Today' : 'Tomorrow'}, not in your text`;

const lengthOf = (days: number, { duration }: Clock): number | undefined => {
  if (days === 1) return duration;
  return duration === DAY_MINUTES ? days * DAY_MINUTES : (days - 1) * DAY_MINUTES + (duration ?? 0);
};

const atTime = (day: ParsedDay | undefined, clock: Clock, isToday: boolean, now: WallClock): Times => {
  const date = dateOfTime(day, isToday, clock.time, now);
  return {
    date,
    time: clock.time,
    duration: lengthOf(day?.days ?? 1, clock),
    chips: [
      day ? { kind: 'day', label: dayChip(day, date, now.date) } : { kind: 'assumed', label: assumed(date, now.date) },
      { kind: 'time', label: clock.label },
    ],
    rest: clock.rest,
  };
};

/** Several days without a time of day, as `Fri-Sun`, are whole days. */
const daysAlone = (day: ParsedDay, today: string): Times => ({
  ...{ date: day.date, rest: day.rest },
  ...(day.days > 1 ? { time: '00:00', duration: day.days * DAY_MINUTES } : { time: undefined, duration: undefined }),
  chips: [{ kind: 'day', label: dayChip(day, day.date, today) }],
});

/** Skips kinds that are kept in the name. */
type UnlessKept = <T>(kind: ParsedKind, parse: () => T | undefined) => T | undefined;

/** `Standup every Monday 9am`. Only beside a time of day: the name of `Weekly report` is all of it. */
const repeating = (text: string, now: WallClock, unlessKept: UnlessKept): Times | undefined => {
  const found = unlessKept('rule', () => parseRule(text, now.date));
  if (found === undefined) return undefined;
  const { date: weekday, rest, ruleFrom } = found;
  const named = { days: 1, isWeak: true, isFirst: false, rest };
  const day = weekday === undefined ? unlessKept('day', () => parseDay(rest, now.date)) : { ...named, date: weekday };
  if (day !== undefined && (day.date === undefined || day.days > 1)) return undefined;
  const clock = unlessKept('time', () => clockIn(day?.rest ?? rest, halfOf(text)));
  if (clock === undefined) return undefined;
  const times = atTime(day, clock, false, now);
  const from = times.date ?? now.date;
  const rule = ruleFrom(from);
  const date = firstDate(rule, from);
  const chips = times.chips.filter(({ kind }) => kind === 'time' || (kind === 'day' && weekday === undefined));
  const label = repeatsLabel({ rule, date });
  return { ...times, date, repeats: rule, chips: [{ kind: 'rule', label }, ...chips] };
};

const dayAndTime = (text: string, now: WallClock, unlessKept: UnlessKept): Times | undefined => {
  const day = unlessKept('day', () => parseDay(text, now.date));
  // The time beside it is not today's.
  if (day !== undefined && day.date === undefined) return undefined;
  const clock = unlessKept('time', () => clockIn(day?.rest ?? text, halfOf(text)));
  if (clock !== undefined) return atTime(day, clock, /\b(?:today|tonight)\b/i.test(text), now);
  return day === undefined || day.isWeak ? undefined : daysAlone(day, now.date);
};

/** Joins the rest of the text into one line after words were cut. */
const tidy = (text: string): string =>
  text
    .replace(/(?:\s*,)+/g, ',')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,–-]+|(?: from)?[\s,–-]*$/gi, '');

/** An end is what the clock shows then, even if the clocks change in between. */
const untilItsEnd = (times: Times, timeZone: string): Times => {
  const { date, time, duration } = times;
  if (date === undefined || time === undefined || duration === undefined) return times;
  const msOf = (wall: WallClock): number => instantMs({ ...wall, timeZone });
  const minutes = (msOf(later({ date, time }, duration)) - msOf({ date, time })) / MINUTE_MS;
  // A skipped start moves forward, perhaps past the end.
  return minutes > 0 ? { ...times, duration: minutes } : times;
};

const momentIn = (text: string, now: ZonedWallClock, unlessKept: UnlessKept): Times | undefined =>
  unlessKept('span', () => spanIn(text, now)) ??
  unlessKept('time', () => fromNow(text, now)) ??
  repeating(text, now, unlessKept) ??
  dayAndTime(text, now, unlessKept);

const timesIn = (typed: string, now: ZonedWallClock, unlessKept: UnlessKept): Times | undefined => {
  if (isZoned(typed)) return undefined;
  const text = unlessKept('time', () => withAt(typed)) ?? typed;
  const length = unlessKept('length', () => LENGTH.exec(text) ?? undefined);
  const times = momentIn(length === undefined ? text : cut(text, length), now, unlessKept);
  return times && withLength(untilItsEnd(times, now.timeZone), amountOf(length));
};

const withLength = (times: Times, minutes: number): Times =>
  minutes === 0
    ? times
    : { ...times, duration: minutes, chips: [...times.chips, { kind: 'length', label: durationLabel(minutes) }] };

type Placed = { readonly place: string; readonly rest: string };

/** A link to a meeting, with or without `at` before it. */
const linkIn = (text: string): Placed | undefined => {
  for (const word of text.split(' ')) {
    const link = findMeetingLink(word);
    if (link === undefined) continue;
    const [before = '', after = ''] = text.split(word);
    return {
      place: link.href,
      rest: `${before.replace(/(?:\bat |@ ?)$/i, '').trimEnd()}\n${after.trimStart()}`.trim(),
    };
  }
  return undefined;
};

/** The place after `at` or `@`, which ends where words were cut. */
const placeIn = (text: string): Placed | undefined => {
  const match = PLACE.exec(text);
  return match === null ? undefined : { place: tidy(match.groups?.place ?? ''), rest: cut(text, match) };
};

/** Something stays as the name. */
const named = ({ rest, ...times }: Times, placed: Placed | undefined, typed: string): ParsedEvent | undefined => {
  const name = tidy(placed?.rest ?? rest);
  if (name === '') return times.chips.length === 0 ? undefined : { ...times, name: typed, place: '' };
  if (!placed?.place) return { ...times, name, place: '' };
  const { place } = placed;
  return { ...times, name, place, chips: [...times.chips, { kind: 'place', label: place }] };
};

const withLink = ({ place, rest }: Placed, found: Times | undefined, typed: string): ParsedEvent | undefined => {
  const times = found ?? { date: undefined, time: undefined, duration: undefined, chips: [], rest };
  return named(times, { place, rest: times.rest }, typed);
};

/** Parses a name, apart from the kinds that are kept in it. Undefined if it is only a name. */
export const parseEventText = (
  typed: string,
  now: ZonedWallClock,
  kept: readonly ParsedKind[] = [],
): ParsedEvent | undefined => {
  const unlessKept: UnlessKept = (kind, parse) => (kept.includes(kind) ? undefined : parse());
  const plain = typed.replace(/\s+/g, ' ').trim();
  const link = unlessKept('place', () => linkIn(plain));
  const times = timesIn(link?.rest ?? plain, now, unlessKept);
  if (link !== undefined) return withLink(link, times, plain);
  return (
    times &&
    named(
      times,
      unlessKept('place', () => placeIn(times.rest)),
      plain,
    )
  );
};
