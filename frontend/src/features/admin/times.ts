import { DAY_MS } from '@quorum/contracts/time/instant.ts';

/** Formats instants for administrators, in the browser's zone. */
const format = (options: Intl.DateTimeFormatOptions) => {
  const inWords = new Intl.DateTimeFormat('en-US', options);
  return (instant: string): string => inWords.format(new Date(instant));
};

const time = format({ hour: 'numeric', minute: '2-digit' });
const longDay = format({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const shortDay = format({ month: 'long', day: 'numeric', year: 'numeric' });

/** `Thursday, May 14, 2026, 10:21 AM` */
export const longMoment = (instant: string): string => `${longDay(instant)}, ${time(instant)}`;
/** `May 14, 2026, 10:21 AM` */
export const shortMoment = (instant: string): string => `${shortDay(instant)}, ${time(instant)}`;
export const timeOfDay = time;

const exact = { hour: 'numeric', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 } as const;

/** `4:47:12.204 PM` */
export const exactTime = format(exact);
/** `May 13, 4:47:12.231 PM` */
export const nearTime = format({ month: 'short', day: 'numeric', ...exact });

/** `May 13, 2026, 4:47:12 PM` */
export const exactMoment = format({ dateStyle: 'medium', timeStyle: 'medium' });

const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0);

/** `Today`, `Yesterday`, else the whole date. @param now milliseconds. */
export const dayName = (instant: string, now: number): string => {
  const days = Math.round((startOfDay(now) - startOfDay(Date.parse(instant))) / DAY_MS);
  if (days === 0) return 'Today';
  return days === 1 ? 'Yesterday' : longDay(instant);
};

/** The time if it is today, `Yesterday`, else the date. */
export const nearMoment = (instant: string, now: number): string => {
  const day = dayName(instant, now);
  if (day === 'Today') return time(instant);
  return day === 'Yesterday' ? day : shortDay(instant);
};
