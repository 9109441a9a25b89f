import type { CalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import {
  type CustomTime,
  type CustomTimeResult,
  checkCustomTime,
  DATE_AND_TIME_REQUIRED,
  parseCustomTime,
  TIME_IN_THE_PAST,
} from '@quorum/contracts/time/custom-time.ts';
import type { Moment } from '@quorum/contracts/time/instant.ts';
import { defaultSlot, isPastDate } from '@quorum/contracts/time/slots.ts';
import { instantMs, minuteOfDay, spanOf, type WallClock, wallClockOf } from '@quorum/contracts/time/wall-clock.ts';

/** A day and the three fields of a time, as the pickers hold them. Choosing a slot fills the fields. */
export type When = { readonly date: CalendarDate; readonly custom: CustomTime };

/** The fields for a time `HH:MM`. */
export const fieldsOf = (time: string): CustomTime => {
  const minutes = minuteOfDay(time);
  const hour = Math.floor(minutes / 60);
  return {
    hour: String(hour % 12 || 12),
    minute: String(minutes % 60).padStart(2, '0'),
    meridiem: hour < 12 ? 'AM' : 'PM',
  };
};

export const whenOf = ({ date, time }: WallClock): When => ({ date, custom: fieldsOf(time) });

export const defaultWhen = (now: Moment, timeZone: string): When => whenOf(defaultSlot(now, timeZone));

/** `HH:MM`. Undefined while the fields hold no time of day. */
export const timeOf = ({ custom }: When): string | undefined => parseCustomTime(custom);

/** The time to use, or the error for it. Nothing may start in the past. */
export const checkWhen = ({ date, custom }: When, now: Moment, timeZone: string): CustomTimeResult => {
  if (date === '') return { ok: false, error: DATE_AND_TIME_REQUIRED };
  if (parseCustomTime(custom) !== undefined && isPastDate(date, now, timeZone))
    return { ok: false, error: TIME_IN_THE_PAST };
  return checkCustomTime(custom, date, now, timeZone);
};

/**
 * The choice as a clock will show it. For a time skipped by a clock change, the time shown instead. Undefined while the
 * fields hold no time of day.
 */
export const shownOnClock = (when: When, timeZone: string): WallClock | undefined => {
  const time = timeOf(when);
  return time === undefined ? undefined : wallClockOf(instantMs({ date: when.date, time, timeZone }), timeZone);
};

/** The start and end (UTC, ISO 8601) of the choice, once it is complete. */
export const spanOfChoice = (when: When, duration: number | undefined, timeZone: string) => {
  const time = timeOf(when);
  return time === undefined || duration === undefined
    ? undefined
    : spanOf({ date: when.date, time, timeZone, duration });
};
