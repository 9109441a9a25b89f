import type { CalendarDate } from './calendar-date.ts';
import { dayHeader, dayHeaderDetail } from './day-labels.ts';
import { compareDates, dayBounds, localDate } from './days.ts';
import { byStartThenName, isHappening, isPast, type NamedTimed, type Timed } from './event-timing.ts';
import { epochMs, type Moment } from './instant.ts';
import { minuteOfDay, wallClockOf } from './wall-clock.ts';

/**
 * Tells the day under which an event is listed: today while it runs, also when it started on an earlier day; else its first.
 * Quick for events that come by start, since most are of the same day as the one before.
 */
export const dayOfEventAt = (now: Moment, timeZone: string): ((event: Timed) => CalendarDate) => {
  const today = localDate(now, timeZone);
  let [date, from, to] = [today, 0, 0];
  return (event) => {
    if (isHappening(event, now)) return today;
    const startsAt = epochMs(event.startsAt);
    if (startsAt < from || startsAt >= to) {
      date = localDate(startsAt, timeZone);
      const bounds = dayBounds(date, timeZone);
      [from, to] = [epochMs(bounds.startsAt), epochMs(bounds.endsAt)];
    }
    return date;
  };
};

export type EventDay<E> = {
  readonly date: CalendarDate;
  readonly isToday: boolean;
  /** `Today`, `Tomorrow`, `Yesterday` or a long date. */
  readonly header: string;
  /** The date beside `Today`, `Tomorrow` and `Yesterday`. */
  readonly detail: string | undefined;
  /** By start, then name. */
  readonly events: readonly E[];
};

/** Events as days of the viewer's zone, early to late. Days without events do not appear. */
export const groupByDay = <E extends NamedTimed>(
  events: readonly E[],
  now: Moment,
  timeZone: string,
): EventDay<E>[] => {
  const today = localDate(now, timeZone);
  const dayOf = dayOfEventAt(now, timeZone);
  const days = new Map<CalendarDate, E[]>();
  for (const event of events) {
    const date = dayOf(event);
    const day = days.get(date);
    if (day) day.push(event);
    else days.set(date, [event]);
  }
  return [...days]
    .sort(([a], [b]) => compareDates(a, b))
    .map(([date, list]) => ({
      date,
      isToday: date === today,
      header: dayHeader(date, today),
      detail: dayHeaderDetail(date, today),
      events: list.sort(byStartThenName),
    }));
};

/** How many events each day has, for the dots of a calendar. */
export const eventCounts = (events: readonly Timed[], now: Moment, timeZone: string): Map<CalendarDate, number> => {
  const counts = new Map<CalendarDate, number>();
  const dayOf = dayOfEventAt(now, timeZone);
  for (const event of events) {
    const date = dayOf(event);
    counts.set(date, (counts.get(date) ?? 0) + 1);
  }
  return counts;
};

const LINE_FROM_MINUTE = 8 * 60;

/**
 * Where the current-time line stands among today's events (in the order of {@link groupByDay}): the index of the event
 * below it, which is the first that has not ended. Nothing before 8 AM unless one of them has ended already.
 */
export const nowLineIndex = (todaysEvents: readonly Timed[], now: Moment, timeZone: string): number | undefined => {
  const early = minuteOfDay(wallClockOf(now, timeZone).time) < LINE_FROM_MINUTE;
  if (early && !todaysEvents.some((event) => isPast(event, now))) return undefined;
  const index = todaysEvents.findIndex((event) => !isPast(event, now));
  return index === -1 ? todaysEvents.length : index;
};
