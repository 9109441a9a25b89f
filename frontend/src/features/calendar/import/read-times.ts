import { limits } from '@quorum/contracts/kernel/limits.ts';
import { isCalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, daysBetween } from '@quorum/contracts/time/days.ts';
import { MINUTE_MS } from '@quorum/contracts/time/instant.ts';
import type { WallTimes } from '@quorum/contracts/time/series.ts';
import { instantMs, parseTime, type WallClock, wallClockOf } from '@quorum/contracts/time/wall-clock.ts';
import ICAL from 'ical.js';
import type { FileZones } from './file-zones.ts';
import { type Component, type Property, parameterOf, propertyOf, textOf } from './jcal.ts';

export const UNKNOWN_ZONE = 'Unknown time zone';

/** Where and for whom a file is read. */
export type Reading = { readonly zones: FileZones /** The viewer's. */; readonly timeZone: string };

/** A reading of the clock in a zone. An all-day one is midnight for the viewer. */
export type Moment = {
  readonly date: string;
  readonly time: string;
  readonly timeZone: string;
  readonly isDay: boolean;
};

/** A day and a time that the product has. @throws RangeError with a reason */
const clockOf = (text: string, isDay: boolean): WallClock => {
  const [date, time] = [text.slice(0, 10), isDay ? '00:00' : text.slice(11, 16)];
  const isKnown = isCalendarDate(date) && date >= '1900' && date < '9000' && parseTime(time) !== undefined;
  if (!isKnown) throw new RangeError('It has no time that we know');
  return { date, time };
};

/** A value of a property such as DTSTART. @throws RangeError with a reason */
export const momentOf = (property: Property, value: unknown, { zones, timeZone }: Reading): Moment => {
  const text = String(value);
  const isDay = property[2] === 'date' || !text.includes('T');
  const { date, time } = clockOf(text, isDay);
  if (isDay) return { date, time, timeZone, isDay };
  if (text.endsWith('Z')) return { date, time, timeZone: 'UTC', isDay: false };
  const tzid = parameterOf(property, 'tzid');
  const zone = tzid === undefined ? timeZone : zones.nameOf(tzid, date);
  if (zone === undefined) throw new RangeError(UNKNOWN_ZONE);
  return { date, time, timeZone: zone, isDay: false };
};

/** The same moment by the clock of another zone. */
export const inZone = (moment: Moment, timeZone: string): Moment =>
  moment.isDay || moment.timeZone === timeZone
    ? moment
    : { ...wallClockOf(instantMs(moment), timeZone), timeZone, isDay: false };

const minutesBetween = (start: Moment, end: Moment): number =>
  Math.round((instantMs(end) - instantMs(start)) / MINUTE_MS);

/** Whole days, from midnight to midnight. */
const ofDays = (start: Moment, days: number): number =>
  minutesBetween(start, { ...start, date: addDays(start.date, Math.max(1, days)) });

const byText = (start: Moment, text: string): number => {
  const seconds = ICAL.Duration.fromString(text).toSeconds();
  return start.isDay ? ofDays(start, Math.round(seconds / 86_400)) : Math.round(seconds / 60);
};

const durationOf = (event: Component, start: Moment, reading: Reading): number => {
  const end = propertyOf(event, 'dtend');
  const text = textOf(event, 'duration');
  if (end !== undefined) {
    const moment = momentOf(end, end[3], reading);
    return start.isDay ? ofDays(start, daysBetween(start.date, moment.date)) : minutesBetween(start, moment);
  }
  if (text !== '') return byText(start, text);
  return start.isDay ? ofDays(start, 1) : limits.defaultDuration;
};

/** When an event takes place. @throws RangeError with a reason */
export const timesOf = (event: Component, reading: Reading): WallTimes => {
  const property = propertyOf(event, 'dtstart');
  if (property === undefined) throw new RangeError('It has no start');
  const start = momentOf(property, property[3], reading);
  // Without a length it is a point in time.
  const duration = durationOf(event, start, reading) || limits.defaultDuration;
  if (duration < 0) throw new RangeError('It ends before it starts');
  if (duration > limits.eventDuration) throw new RangeError('This duration is too long');
  const { date, time, timeZone } = start;
  return { date, time, timeZone, duration };
};
