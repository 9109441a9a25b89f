import { longDate, monthDayYear, nearDayName, weekdayLabel } from '../time/day-labels.ts';
import { isSameLocalDay, localDate } from '../time/days.ts';
import { epochMs, HOUR_MS, MINUTE_MS, type Moment } from '../time/instant.ts';
import { timeLabel } from '../time/labels.ts';

const HEADER_AFTER_MS = 5 * MINUTE_MS;
const SEPARATOR_AFTER_MS = HOUR_MS;

export type ChatMoment = { readonly senderId: string; readonly createdAt: Moment };

/** Shown above a message: a timestamp separator, and a header with avatar, name and time. */
export type ChatBreak = { readonly separator: boolean; readonly header: boolean };

/** `previous` is the message above, undefined for the first. The header repeats below every separator. */
export const chatBreak = (previous: ChatMoment | undefined, message: ChatMoment, timeZone: string): ChatBreak => {
  if (!previous) return { separator: true, header: true };
  const gap = epochMs(message.createdAt) - epochMs(previous.createdAt);
  const separator = gap >= SEPARATOR_AFTER_MS || !isSameLocalDay(previous.createdAt, message.createdAt, timeZone);
  const header = separator || gap > HEADER_AFTER_MS || previous.senderId !== message.senderId;
  return { separator, header };
};

/**
 * `TODAY AT 9:31 AM`, `YESTERDAY AT 9:31 AM`, or `MONDAY, MAY 11, 2026`. The date alone would say the same twice within a
 * day, so there it is `MONDAY, MAY 11, 2026 AT 9:31 AM`.
 * @param previous when the message above was sent
 */
export const separatorLabel = (moment: Moment, now: Moment, timeZone: string, previous?: Moment): string => {
  const date = localDate(moment, timeZone);
  const near = nearDayName(date, localDate(now, timeZone));
  // A fast clock can date a message tomorrow. Show that like any other date.
  const isFar = near === undefined || near === 'Tomorrow';
  const day = (isFar ? longDate(date) : near).toUpperCase();
  if (isFar && (previous === undefined || localDate(previous, timeZone) !== date)) return day;
  return `${day} AT ${timeLabel(moment, timeZone)}`;
};

/** Under 24 hours old `9:31 AM`, under 168 hours `Monday`, else `May 11, 2026`. */
export const messageTimeLabel = (moment: Moment, now: Moment, timeZone: string): string => {
  const age = epochMs(now) - epochMs(moment);
  if (age < 24 * HOUR_MS) return timeLabel(moment, timeZone);
  const date = localDate(moment, timeZone);
  return age < 168 * HOUR_MS ? weekdayLabel(date) : monthDayYear(date);
};
