import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type CalendarDate, dateOfEpochDay, epochDay } from '@quorum/contracts/time/calendar-date.ts';
import { startOfDay } from '@quorum/contracts/time/days.ts';
import { DAY_MINUTES, MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import { instantMs, minuteOfDay, timeOfMinute, wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import { isTimeZone } from '@quorum/contracts/time/zone-offsets.ts';
import type { TimedEvent } from '../../../../data/calendar-entry/timed-event.ts';

/** Minutes. */
const STEP_MINUTES = 15;
const PRESS_LENGTH = 60;

/** Where the pointer is: a day, and minutes since its midnight as the clock shows them. */
export type Place = { readonly date: CalendarDate; readonly minute: number };

/** `draw` makes a new event, `days` one of whole days. */
export type Drag = { readonly from: Place; readonly at: Place } & (
  | { readonly kind: 'draw' | 'days' }
  | { readonly kind: 'move' | 'length'; readonly event: TimedEvent }
);

/** Milliseconds since 1970. */
export type Span = { readonly startsAt: number; readonly endsAt: number };

/** Wall-clock times as a number of minutes across days. */
const readingOf = ({ date, minute }: Place): number => epochDay(date) * DAY_MINUTES + minute;

const readingAt = (ms: number, timeZone: string): number => {
  const { date, time } = wallClockOf(ms, timeZone);
  return readingOf({ date, minute: minuteOfDay(time) });
};

const instantOf = (reading: number, timeZone: string): number => {
  const day = Math.floor(reading / DAY_MINUTES);
  return instantMs({ date: dateOfEpochDay(day), time: timeOfMinute(reading - day * DAY_MINUTES), timeZone });
};

const stepOf = (minutes: number): number => Math.round(minutes / STEP_MINUTES) * STEP_MINUTES;

const drawn = ({ from, at }: Drag, isPress: boolean, timeZone: string): Span => {
  const first = Math.floor(readingOf(from) / STEP_MINUTES) * STEP_MINUTES;
  const other = stepOf(readingOf(at));
  const [start, end] = isPress
    ? [first, first + PRESS_LENGTH]
    : other > first
      ? [first, other]
      : [other, first + STEP_MINUTES];
  const startsAt = instantOf(start, timeZone);
  return { startsAt, endsAt: Math.max(instantOf(end, timeZone), startsAt + STEP_MINUTES * MINUTE_MS) };
};

/** From midnight to midnight, and never shorter than what lies in the band. */
const wholeDays = ({ from, at }: Drag, timeZone: string): Span => {
  const [first, last] = [from.date, at.date].sort() as [CalendarDate, CalendarDate];
  const startsAt = Date.parse(startOfDay(first, timeZone));
  const endsAt = Date.parse(startOfDay(dateOfEpochDay(epochDay(last) + 1), timeZone));
  return { startsAt, endsAt: Math.max(endsAt, startsAt + DAY_MINUTES * MINUTE_MS) };
};

const longest = limits.eventDuration * MINUTE_MS;

/** So many minutes later on the clock. In an hour that comes twice, an end stays in the pass that it is in. */
const endAfter = (ms: number, minutes: number, timeZone: string): number => {
  const reading = readingAt(ms, timeZone) + minutes;
  const elapsed = ms + minutes * MINUTE_MS;
  return readingAt(elapsed, timeZone) === reading ? elapsed : instantOf(reading, timeZone);
};

/**
 * By so many steps on the clock, not in hours: a move over a change of clocks keeps the time of day. A start in an hour that comes twice
 * is in the first one, as everywhere.
 */
const shifted = (drag: Extract<Drag, { kind: 'move' | 'length' }>, timeZone: string): Span => {
  const { kind, event, from, at } = drag;
  const { startsAt, endsAt } = event;
  const steps = stepOf(readingOf(at) - readingOf(from));
  if (steps === 0) return { startsAt, endsAt };
  if (kind === 'move') {
    const start = instantOf(readingAt(startsAt, timeZone) + steps, timeZone);
    return { startsAt: start, endsAt: start + endsAt - startsAt };
  }
  const length = endAfter(endsAt, steps, timeZone) - startsAt;
  return { startsAt, endsAt: startsAt + Math.min(longest, Math.max(STEP_MINUTES * MINUTE_MS, length)) };
};

/** The event as the drag changes it, or the new event. */
export const spanOfDrag = (drag: Drag, isPress: boolean, timeZone: string): Span => {
  switch (drag.kind) {
    case 'draw':
      return drawn(drag, isPress, timeZone);
    case 'days':
      return wholeDays(drag, timeZone);
    default:
      return shifted(drag, timeZone);
  }
};

/** The times to send. An event keeps the zone that it was meant in, unless this browser does not know it. */
export const timesOfSpan = ({ startsAt, endsAt }: Span, zone: string, viewerZone: string) => {
  const timeZone = isTimeZone(zone) ? zone : viewerZone;
  return { ...wallClockOf(startsAt, timeZone), timeZone, duration: (endsAt - startsAt) / MINUTE_MS };
};
