import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { CalendarMonth } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, type FirstWeekday, monthCells, startOfDay } from '@quorum/contracts/time/days.ts';
import { daysCoveredIn } from '@quorum/contracts/time/event-days.ts';
import { byStartThenName } from '@quorum/contracts/time/event-timing.ts';
import { eventsWindow } from '@quorum/contracts/time/events-window.ts';
import { useMemo } from 'react';
import { useFirstWeekday } from '../../shared/hooks/first-weekday.ts';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import type { AccentName } from '../../shared/lib/accent.ts';
import type { DayMarks, MarksFor } from '../../shared/lib/day-marks.ts';
import { useGroupAccents } from '../group/accent.ts';
import { isDeclined } from './attendance.ts';
import type { Range } from './event-ranges.ts';
import { type TimedEvent, timedEvent } from './timed-event.ts';
import { eventsIn, useEvents } from './use-events.ts';

type AccentOf = (groupId: string) => AccentName;

/** Every color of a day once, then again: three dots show as many groups as they can. */
const dotAccents = (events: readonly TimedEvent[], accentOf: AccentOf): AccentName[] => {
  const all = events.map(({ event }) => accentOf(event.groupId));
  return [...new Set(all), ...all];
};

const addTo = (days: Map<string, TimedEvent[]>, date: string, event: TimedEvent): void => {
  const day = days.get(date);
  if (day) day.push(event);
  else days.set(date, [event]);
};

export const marksByDay = (
  events: readonly TimedEvent[],
  range: Range,
  timeZone: string,
  accentOf: AccentOf | undefined,
): ReadonlyMap<string, DayMarks> => {
  const from = Date.parse(startOfDay(range.startDate, timeZone));
  const to = Date.parse(startOfDay(addDays(range.endDate, 1), timeZone));
  const daysOf = daysCoveredIn(timeZone);
  const days = new Map<string, TimedEvent[]>();
  const seen = new Set<string>();
  for (const event of events) {
    // An event that spans two of the lists is in both.
    if (event.endsAt <= from || event.startsAt >= to || seen.has(event.id)) continue;
    seen.add(event.id);
    for (const date of daysOf(event)) {
      if (date < range.startDate || date > range.endDate) continue;
      addTo(days, date, event);
    }
  }
  return new Map(
    [...days].map(([date, list]) => [
      date,
      {
        count: list.length,
        ...(accentOf && { accents: dotAccents(list.sort(byStartThenName), accentOf).slice(0, 3) }),
      },
    ]),
  );
};

const cellsOf = (month: CalendarMonth, firstWeekday: FirstWeekday): Range => {
  const cells = monthCells(month, firstWeekday);
  return { startDate: cells[0] ?? `${month}-01`, endDate: cells.at(-1) ?? `${month}-01` };
};

const earlier = (a: string, b: string): string => (a < b ? a : b);
const later = (a: string, b: string): string => (a > b ? a : b);

type Parts = Readonly<Record<'before' | 'within' | 'after', Range | undefined>>;

/** Splits a range of days into the parts before, within and after another range. */
export const partsOf = (range: Range, window: Range): Parts => {
  const [before, after] = [addDays(window.startDate, -1), addDays(window.endDate, 1)];
  const between = (startDate: string, endDate: string): Range | undefined =>
    startDate <= endDate ? { startDate, endDate } : undefined;
  return {
    before: between(range.startDate, earlier(range.endDate, before)),
    within: between(later(range.startDate, window.startDate), earlier(range.endDate, window.endDate)),
    after: between(later(range.startDate, after), range.endDate),
  };
};

/**
 * The dots on the days around a month, for a group or My Schedule. Days that the schedule loads are not requested again, and
 * only events before the end of these days are waited for.
 */
export function useEventMarks(groupId: string, month: CalendarMonth): MarksFor {
  const timeZone = useTimeZone();
  const minute = useMinute();
  const accentOf = useGroupAccents();
  const window = eventsWindow(minute, timeZone);
  const { startDate, endDate } = cellsOf(month, useFirstWeekday());
  const parts = partsOf({ startDate, endDate }, window);
  const until = Date.parse(startOfDay(addDays(endDate, 1), timeZone));
  const before = eventsIn(useEvents(groupId, parts.before));
  const within = eventsIn(useEvents(groupId, parts.within && window, until));
  const after = eventsIn(useEvents(groupId, parts.after));
  return useMemo(() => {
    const all = [...before, ...within, ...after];
    const marks = marksByDay(
      (groupId === MY_SCHEDULE ? all.filter((event) => !isDeclined(event)) : all).map(timedEvent),
      { startDate, endDate },
      timeZone,
      groupId === MY_SCHEDULE ? accentOf : undefined,
    );
    return (date) => marks.get(date);
  }, [before, within, after, startDate, endDate, timeZone, groupId, accentOf]);
}
