import { type CalendarDate, dateOfEpochDay, epochDay } from './calendar-date.ts';
import { DAY_MS, isoInstant, MINUTE_MS } from './instant.ts';
import { datesOf, hasDate, type Repeats } from './repeats.ts';
import { instantMs, type Span, type ZonedWallClock } from './wall-clock.ts';
import { offsetAt } from './zone-offsets.ts';

/** When one date takes place: the wall clock in its zone, and a duration in minutes. */
export type WallTimes = ZonedWallClock & { readonly duration: number };

/** A stretch of a series with one rule and one time. `date` is its first date, `lastDate` the last one, or null without an end. */
export type Part = WallTimes & { readonly rule: Repeats; readonly lastDate: CalendarDate | null };

/** A date that was changed by itself. Without times it takes place when its part says. */
export type Exception = { readonly occurrence: CalendarDate; readonly times?: WallTimes | null | undefined };

/** Parts in order, without overlap. */
export type Series<P extends Part = Part, X extends Exception = Exception> = {
  readonly parts: readonly P[];
  /** Deleted dates. */
  readonly leftOut: readonly CalendarDate[];
  readonly changed: readonly X[];
};

/** One date of a series. `occurrence` names it, also once it was moved to another day. */
export type Occurrence<P extends Part = Part, X extends Exception = Exception> = Span & {
  readonly occurrence: CalendarDate;
  readonly times: WallTimes;
  readonly part: P;
  readonly exception: X | undefined;
};

/** Milliseconds since 1970. An event that ends after `from` and starts before `to` overlaps it. */
export type Window = { readonly from: number; readonly to: number };

/** Five years, the most that is expanded at once. */
export const LONGEST_EXPANSION_MS = 5 * 366 * DAY_MS;

const patternOf = ({ rule, date }: Part) => ({ rule, date });

/** The rule of a part. Undefined in a series of one date, which does not repeat. */
export const ruleOf = (
  { parts }: { readonly parts: readonly Part[] },
  { rule, date, lastDate }: Part,
): Repeats | undefined => (parts.length === 1 && lastDate === date ? undefined : rule);

export const isWithin = ({ date, lastDate }: Part, day: CalendarDate): boolean =>
  date <= day && (lastDate === null || day <= lastDate);

/** The part that has a date, whether it was deleted or not. Undefined if the series does not have it. */
export const partOf = <P extends Part>(
  { parts }: { readonly parts: readonly P[] },
  date: CalendarDate,
): P | undefined => parts.find((part) => isWithin(part, date) && hasDate(patternOf(part), date));

/** A list has thousands of dates, so no text is made of the day. */
const isOnDay = (ms: number, timeZone: string, day: number): boolean =>
  Math.floor((ms + offsetAt(ms, timeZone)) / DAY_MS) === day;

/** Zones have left out whole days: Samoa had no December 30, 2011. */
const dayExists = (date: CalendarDate, timeZone: string, start: number): boolean =>
  isOnDay(start, timeZone, epochDay(date)) ||
  isOnDay(instantMs({ date, time: '00:00', timeZone }), timeZone, epochDay(date));

/** Start and end in milliseconds. Undefined on a day that the zone left out. */
export const spanOn = ({ time, timeZone, duration }: WallTimes, date: CalendarDate) => {
  const start = instantMs({ date, time, timeZone });
  if (!dayExists(date, timeZone, start)) return undefined;
  return { start, end: start + duration * MINUTE_MS };
};

const LAST_DAY = epochDay('9000-01-02');

const clamped = (day: number): CalendarDate =>
  dateOfEpochDay(Math.max(epochDay('1899-12-30'), Math.min(day, LAST_DAY)));

/** The days that may start something within the window, in any zone. */
const daysAround = ({ duration }: WallTimes, { from, to }: Window) => ({
  first: clamped(Math.floor((from - duration * MINUTE_MS) / DAY_MS) - 1),
  last: clamped(Math.floor(to / DAY_MS) + 1),
});

const earlier = (a: CalendarDate, b: CalendarDate | null): CalendarDate => (b !== null && b < a ? b : a);

const byStart = (a: Occurrence, b: Occurrence): number =>
  a.startsAt === b.startsAt ? (a.occurrence < b.occurrence ? -1 : 1) : a.startsAt < b.startsAt ? -1 : 1;

/** One date, if it overlaps the window. */
const placed = <P extends Part, X extends Exception>(
  { occurrence, times, part, exception }: Omit<Occurrence<P, X>, keyof Span>,
  { from, to }: Window,
): readonly Occurrence<P, X>[] => {
  const span = spanOn(times, times.date);
  if (span === undefined || span.end <= from || span.start >= to) return [];
  return [{ occurrence, times, part, exception, startsAt: isoInstant(span.start), endsAt: isoInstant(span.end) }];
};

/** The dates that take place when their part says. */
const byRule = <P extends Part, X extends Exception>(
  { leftOut, changed }: Series<P, X>,
  part: P,
  window: Window,
): readonly Occurrence<P, X>[] => {
  const gone = new Set(leftOut);
  const changedOn = new Map(changed.map((exception) => [exception.occurrence, exception]));
  const { first, last } = daysAround(part, window);
  const found: Occurrence<P, X>[] = [];
  for (const occurrence of datesOf(patternOf(part), first, earlier(last, part.lastDate))) {
    const exception = changedOn.get(occurrence);
    if (gone.has(occurrence) || exception?.times) continue;
    found.push(...placed({ occurrence, times: timesOn(part, occurrence), part, exception }, window));
  }
  return found;
};

/** The dates that were moved. */
const moved = <P extends Part, X extends Exception>(
  series: Series<P, X>,
  window: Window,
): readonly Occurrence<P, X>[] =>
  series.changed.flatMap((exception) => {
    const { occurrence, times } = exception;
    const part = times && !series.leftOut.includes(occurrence) ? partOf(series, occurrence) : undefined;
    return times && part ? placed({ occurrence, times, part, exception }, window) : [];
  });

/**
 * The dates of a series that overlap a window, by start. Clocks of the zone show the same time on each; a time that they skip moves
 * forward, a repeated one means the first. The work is in proportion to the window, which ends after five years at the latest.
 */
export const expand = <P extends Part, X extends Exception>(
  series: Series<P, X>,
  { from, to }: Window,
): Occurrence<P, X>[] => {
  const window = { from, to: Math.min(to, from + LONGEST_EXPANSION_MS) };
  return [...series.parts.flatMap((part) => byRule(series, part, window)), ...moved(series, window)].sort(byStart);
};

/** When a part takes place on one of its dates. */
export const timesOn = ({ time, timeZone, duration }: WallTimes, date: CalendarDate): WallTimes => ({
  date,
  time,
  timeZone,
  duration,
});
