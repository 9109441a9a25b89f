import type { CalendarDate } from './calendar-date.ts';
import { DAY_MINUTES, type Moment } from './instant.ts';
import { isPastTime } from './slots.ts';
import { timeOfMinute } from './wall-clock.ts';

export type Meridiem = 'AM' | 'PM';
/** The two fields and the toggle of the custom time picker, as typed. */
export type CustomTime = { readonly hour: string; readonly minute: string; readonly meridiem: Meridiem };

export const DATE_AND_TIME_REQUIRED = 'Date and time are required';
export const TIME_IN_THE_PAST = 'Time cannot be in the past';

/** Keeps at most two digits of a typed value. */
export const twoDigits = (text: string): string => text.replace(/\D/g, '').slice(0, 2);

const numberOf = (text: string): number | undefined => (/^\d+$/.test(text) ? Number(text) : undefined);

/** `HH:MM` from an hour 1-12 and a minute 00-59. 12 AM is midnight, 12 PM is noon. Undefined while the fields are invalid. */
export const parseCustomTime = ({ hour, minute, meridiem }: CustomTime): string | undefined => {
  const [hours, minutes] = [numberOf(hour), numberOf(minute)];
  if (hours === undefined || minutes === undefined || hours < 1 || hours > 12 || minutes > 59) return undefined;
  return timeOfMinute(((hours % 12) + (meridiem === 'PM' ? 12 : 0)) * 60 + minutes);
};

export type CustomTimeResult =
  | { readonly ok: true; readonly time: string }
  | { readonly ok: false; readonly error: string };

/** The chosen time on that date, or a refusal text. */
export const checkCustomTime = (
  custom: CustomTime,
  date: CalendarDate,
  now: Moment,
  timeZone: string,
): CustomTimeResult => {
  const time = parseCustomTime(custom);
  if (time === undefined) return { ok: false, error: DATE_AND_TIME_REQUIRED };
  if (isPastTime(date, time, now, timeZone)) return { ok: false, error: TIME_IN_THE_PAST };
  return { ok: true, time };
};

export type DurationResult =
  | { readonly ok: true; readonly minutes: number }
  | { readonly ok: false; readonly error: string };

/** Minutes of a custom duration of hours and 0-59 minutes. An empty field is 0. The longest is given in minutes. */
export const checkCustomDuration = (hours: string, minutes: string, longest: number): DurationResult => {
  const [h, m] = [hours, minutes].map((text) => (text === '' ? 0 : numberOf(text)));
  if (m !== undefined && m > 59) return { ok: false, error: 'Minutes go up to 59' };
  if (h === undefined || m === undefined || h + m === 0) return { ok: false, error: 'Duration must be more than zero' };
  const total = h * 60 + m;
  if (total > longest) return { ok: false, error: `An event can last ${longest / DAY_MINUTES} days at most` };
  return { ok: true, minutes: total };
};
