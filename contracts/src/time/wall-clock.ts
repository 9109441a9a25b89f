import { type CalendarDate, dateOfEpochDay, epochDay } from './calendar-date.ts';
import { DAY_MS, epochMs, isoInstant, MINUTE_MS, type Moment } from './instant.ts';
import { offsetAt } from './zone-offsets.ts';

/** The zone of a client that names none. */
export const DEFAULT_TIME_ZONE = 'America/New_York';

/** A wall-clock reading: `date` YYYY-MM-DD, `time` 24-hour `HH:MM` (`H:MM` is accepted too). */
export type WallClock = { readonly date: CalendarDate; readonly time: string };
export type ZonedWallClock = WallClock & { readonly timeZone: string };

const TIME_SHAPE = /^(\d{1,2}):(\d{2})$/;

/** Minutes since local midnight, or undefined if the text is not a time of day. */
export const parseTime = (time: string): number | undefined => {
  const match = TIME_SHAPE.exec(time);
  if (!match) return undefined;
  const [hour, minute] = [Number(match[1]), Number(match[2])];
  return hour < 24 && minute < 60 ? hour * 60 + minute : undefined;
};

/** Minutes since local midnight. @throws RangeError if the text is not a time of day */
export const minuteOfDay = (time: string): number => {
  const minutes = parseTime(time);
  if (minutes === undefined) throw new RangeError(`Not a time of day: ${time}`);
  return minutes;
};

/** `HH:MM` from minutes since midnight, 0-1439. */
export const timeOfMinute = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** `9:05` and `09:05` both become `09:05`. @throws RangeError if the text is not a time of day */
export const normalizeTime = (time: string): string => timeOfMinute(minuteOfDay(time));

/** Converts local milliseconds (since 1970-01-01T00:00 local) to milliseconds since 1970 UTC. */
const resolveLocal = (localMs: number, timeZone: string): number => {
  // Zones lie within 14 hours of UTC, so these two instants lie on either side of any change in between.
  const before = offsetAt(localMs - DAY_MS, timeZone);
  const after = offsetAt(localMs + DAY_MS, timeZone);
  const first = localMs - before;
  if (before === after || offsetAt(first, timeZone) === before) return first;
  const second = localMs - after;
  // Inside a gap, the offset from before the change moves the time forward by the length of the gap.
  return offsetAt(second, timeZone) === after ? second : first;
};

/**
 * The instant at which clocks of the zone show this reading, UTC ISO 8601. A time that a spring change skips moves forward by the
 * skipped length (2:30 becomes 3:30). A time that an autumn change repeats means the first one.
 * @throws RangeError for an impossible date, time or zone
 */
export const instantOf = (wall: ZonedWallClock): string => isoInstant(instantMs(wall));

/** As {@link instantOf}, in milliseconds since 1970. */
export const instantMs = ({ date, time, timeZone }: ZonedWallClock): number =>
  resolveLocal(epochDay(date) * DAY_MS + minuteOfDay(time) * MINUTE_MS, timeZone);

/** The wall-clock reading in the zone at this instant, without seconds. @throws RangeError for an unknown zone */
export const wallClockOf = (moment: Moment, timeZone: string): WallClock => {
  const ms = epochMs(moment);
  const local = ms + offsetAt(ms, timeZone);
  const day = Math.floor(local / DAY_MS);
  return { date: dateOfEpochDay(day), time: timeOfMinute(Math.floor((local - day * DAY_MS) / MINUTE_MS)) };
};

/** Whether a clock in the zone ever shows this. False in the hour that a spring change skips. */
export const existsOnClock = (wall: ZonedWallClock): boolean => {
  const shown = wallClockOf(instantMs(wall), wall.timeZone);
  return shown.date === wall.date && shown.time === normalizeTime(wall.time);
};

export type Span = { readonly startsAt: string; readonly endsAt: string };

/** Start and end (UTC, ISO 8601) of an entry. The duration counts elapsed minutes, not wall-clock difference. */
export const spanOf = ({ duration, ...wall }: ZonedWallClock & { readonly duration: number }): Span => {
  const start = instantMs(wall);
  return { startsAt: isoInstant(start), endsAt: isoInstant(start + duration * MINUTE_MS) };
};
