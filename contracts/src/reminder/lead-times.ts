import { counted } from '../text/counted.ts';
import { monthDay, weekdayShort } from '../time/day-labels.ts';
import { daysBetween, localDate } from '../time/days.ts';
import { DAY_MINUTES, MINUTE_MS } from '../time/instant.ts';
import { timeLabel } from '../time/labels.ts';

/** Minutes before the start of an event, or none. */
export type Reminder = number | 'none';

/** The ones to choose from. */
export const LEAD_TIMES = [0, 5, 10, 15, 30, 60, 120, 1440, 2880, 10_080] as const;

/** The default of somebody who never chose one. */
export const FIRST_REMINDER = 30;

/** The reminder proposed for a new event. @param duration minutes @param byDefault the creator's default */
export const proposedReminder = (duration: number, byDefault: Reminder = FIRST_REMINDER): Reminder =>
  duration >= DAY_MINUTES ? DAY_MINUTES : byDefault;

/** Milliseconds for which a reminder at the start may still come, and for which its banner stays. */
export const [START_GRACE, START_SHOWN] = [60_000, 300_000];

const lengthOf = (minutes: number): string => {
  if (minutes % 10_080 === 0) return counted(minutes / 10_080, 'week');
  if (minutes % DAY_MINUTES === 0) return counted(minutes / DAY_MINUTES, 'day');
  return minutes % 60 === 0 ? counted(minutes / 60, 'hour') : counted(minutes, 'minute');
};

/** `At the start`, `30 minutes before`, `None` */
export const reminderLabel = (reminder: Reminder): string => {
  if (reminder === 'none') return 'None';
  return reminder === 0 ? 'At the start' : `${lengthOf(reminder)} before`;
};

/** When a reminder with this lead time is due. Milliseconds. */
export const dueAt = (startsAt: string, minutes: number): number => Date.parse(startsAt) - minutes * MINUTE_MS;

/** Whether a reminder still comes in time: before the start, or at it. @param now milliseconds */
export const isInTime = (startsAt: string, minutes: number, now: number): boolean =>
  now < Date.parse(startsAt) + (minutes === 0 ? START_GRACE : 0);

/** `in 9 minutes`, `in 2 hours`, `tomorrow at 7:00 PM`, `on Fri, May 15 at 7:00 PM`; `now` once it has started. */
export const startsIn = (startsAt: string, { now, timeZone }: { now: number; timeZone: string }): string => {
  const minutes = Math.round((Date.parse(startsAt) - now) / MINUTE_MS);
  if (minutes <= 0) return 'now';
  if (minutes < 120) return `in ${minutes === 60 ? '1 hour' : counted(minutes, 'minute')}`;
  if (minutes < 720) return `in ${Math.round(minutes / 60)} hours`;
  const date = localDate(startsAt, timeZone);
  const days = daysBetween(localDate(now, timeZone), date);
  const time = timeLabel(startsAt, timeZone);
  if (days === 0) return `today at ${time}`;
  return days === 1 ? `tomorrow at ${time}` : `on ${weekdayShort(date)}, ${monthDay(date)} at ${time}`;
};
