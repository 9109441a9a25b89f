import { longDate, monthDayYear, nearDayName, weekdayLabel } from '../time/day-labels.ts';
import { localDate } from '../time/days.ts';
import { epochMs, HOUR_MS, type Moment } from '../time/instant.ts';
import { timeLabel } from '../time/labels.ts';

/** `TODAY AT 9:31 AM`, `YESTERDAY AT 9:31 AM`, or `MONDAY, MAY 11, 2026` */
export const separatorLabel = (moment: Moment, now: Moment, timeZone: string): string => {
  const date = localDate(moment, timeZone);
  const near = nearDayName(date, localDate(now, timeZone));
  // A fast clock can date a message tomorrow. Show that like any other date.
  if (near === undefined || near === 'Tomorrow') return longDate(date).toUpperCase();
  return `${near.toUpperCase()} AT ${timeLabel(moment, timeZone)}`;
};

/** Under 24 hours old `9:31 AM`, under 168 hours `Monday`, else `May 11, 2026`. */
export const messageTimeLabel = (moment: Moment, now: Moment, timeZone: string): string => {
  const age = epochMs(now) - epochMs(moment);
  if (age < 24 * HOUR_MS) return timeLabel(moment, timeZone);
  const date = localDate(moment, timeZone);
  return age < 168 * HOUR_MS ? weekdayLabel(date) : monthDayYear(date);
};
