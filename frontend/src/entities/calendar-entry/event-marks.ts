import { addDays, monthCells, startOfDay } from '@quorum/contracts/time/days.ts';
import { dayOfEvent } from '@quorum/contracts/time/event-days.ts';
import { byStartThenName } from '@quorum/contracts/time/event-timing.ts';
import { eventsWindow } from '@quorum/contracts/time/events-window.ts';
import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useMemo } from 'react';
import { useMinute } from '../../shared/hooks/use-minute.ts';
import type { AccentName } from '../../shared/lib/accent.ts';
import type { DayMarks, MarksFor } from '../../shared/lib/day-marks.ts';
import type { IsoMonth } from '../../shared/lib/iso-date.ts';
import { useGroupAccents } from '../group/use-group-accents.ts';
import { useEventsQuery } from './event-api.ts';
import { eventsOf, type Range } from './event-ranges.ts';
import { useTimeZone } from './time-zone.ts';
import { type TimedEvent, timedEvent } from './timed-event.ts';

type AccentOf = (groupId: string) => AccentName;

/** Every color of a day once, then again, so that three dots tell as many groups as they can. */
const dotAccents = (events: readonly TimedEvent[], accentOf: AccentOf): AccentName[] => {
  const all = events.map(({ event }) => accentOf(event.groupId));
  return [...new Set(all), ...all];
};

export const marksByDay = (
  events: readonly TimedEvent[],
  range: Range,
  now: number,
  timeZone: string,
  accentOf: AccentOf | undefined,
): ReadonlyMap<string, DayMarks> => {
  const from = Date.parse(startOfDay(range.startDate, timeZone));
  const to = Date.parse(startOfDay(addDays(range.endDate, 1), timeZone));
  const days = new Map<string, TimedEvent[]>();
  for (const event of events) {
    if (event.endsAt <= from || event.startsAt >= to) continue;
    const date = dayOfEvent(event, now, timeZone);
    const day = days.get(date);
    if (day) day.push(event);
    else days.set(date, [event]);
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

const cellsOf = (month: IsoMonth): Range => {
  const cells = monthCells(Number(month.slice(0, 4)), Number(month.slice(5, 7)));
  return { startDate: cells[0]?.date ?? `${month}-01`, endDate: cells.at(-1)?.date ?? `${month}-01` };
};

/** The dots of the days around a month, of a group or of My Schedule. Asks for more only where the loaded window does not reach. */
export function useEventMarks(groupId: string, month: IsoMonth): MarksFor {
  const timeZone = useTimeZone();
  const minute = useMinute();
  const accentOf = useGroupAccents();
  const window = eventsWindow(minute, timeZone);
  const range = cellsOf(month);
  const covered = range.startDate >= window.startDate && range.endDate <= window.endDate;
  const base = useEventsQuery(eventsOf(groupId, timeZone, window));
  const own = useEventsQuery(covered ? skipToken : eventsOf(groupId, timeZone, range));
  const events = covered ? base.currentData : own.currentData;
  const { startDate, endDate } = range;
  return useMemo(() => {
    const marks = marksByDay(
      (events ?? []).map(timedEvent),
      { startDate, endDate },
      minute,
      timeZone,
      groupId === MY_SCHEDULE ? accentOf : undefined,
    );
    return (date) => marks.get(date);
  }, [events, startDate, endDate, minute, timeZone, groupId, accentOf]);
}
