import type { CalendarDate } from './calendar-date.ts';
import { dayHeader, dayHeaderDetail } from './day-labels.ts';
import { compareDates, dayBounds, daysBetween, daysFrom, localDate } from './days.ts';
import { byStartThenName, isPast, type NamedTimed, type Timed } from './event-timing.ts';
import { epochMs, type Moment } from './instant.ts';
import { timeLabel } from './labels.ts';
import { minuteOfDay, wallClockOf } from './wall-clock.ts';

/**
 * Returns a function that lists the days an event covers in the viewer's zone, in order. An event that ends at midnight does not
 * reach the next day. Fast for events sorted by start, since most share a day with the one before.
 */
export const daysCoveredIn = (timeZone: string): ((event: Timed) => CalendarDate[]) => {
  let [date, from, to] = ['', 0, 0];
  return (event) => {
    const [startsAt, endsAt] = [epochMs(event.startsAt), epochMs(event.endsAt)];
    if (startsAt < from || startsAt >= to) {
      date = localDate(startsAt, timeZone);
      const bounds = dayBounds(date, timeZone);
      [from, to] = [epochMs(bounds.startsAt), epochMs(bounds.endsAt)];
    }
    return endsAt <= to ? [date] : daysFrom(date, daysBetween(date, localDate(endsAt - 1, timeZone)) + 1);
  };
};

/** After its first day an event is shown as `until 10:45 PM` or `all day`. Absent on the first day. */
export const laterDayLabel = (event: Timed, date: CalendarDate, timeZone: string): string | undefined => {
  const day = dayBounds(date, timeZone);
  if (epochMs(event.startsAt) >= epochMs(day.startsAt)) return undefined;
  return epochMs(event.endsAt) < epochMs(day.endsAt) ? `until ${timeLabel(event.endsAt, timeZone)}` : 'all day';
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

/** Groups events by every day they cover in the viewer's zone, earliest first. Days without events are omitted. */
export const groupByDay = <E extends NamedTimed>(
  events: readonly E[],
  now: Moment,
  timeZone: string,
): EventDay<E>[] => {
  const today = localDate(now, timeZone);
  const daysOf = daysCoveredIn(timeZone);
  const days = new Map<CalendarDate, E[]>();
  for (const event of events) {
    for (const date of daysOf(event)) {
      const day = days.get(date);
      if (day) day.push(event);
      else days.set(date, [event]);
    }
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

const LINE_FROM_MINUTE = 8 * 60;

/**
 * Where the current-time line goes among today's events (ordered as by {@link groupByDay}): the index after the last event that
 * has ended, however long others above it go on. Undefined before 8 AM unless an event has already ended.
 */
export const nowLineIndex = (todaysEvents: readonly Timed[], now: Moment, timeZone: string): number | undefined => {
  const past = todaysEvents.findLastIndex((event) => isPast(event, now));
  const early = minuteOfDay(wallClockOf(now, timeZone).time) < LINE_FROM_MINUTE;
  return early && past === -1 ? undefined : past + 1;
};
