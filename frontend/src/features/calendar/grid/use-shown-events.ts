import { addDays, dayBounds, startOfDay } from '@quorum/contracts/time/days.ts';
import { eventsWindow } from '@quorum/contracts/time/events-window.ts';
import { useMemo, useState } from 'react';
import { type EventList, reachOf } from '../../../data/calendar-entry/event-list.ts';
import type { Range } from '../../../data/calendar-entry/event-ranges.ts';
import { shownIn } from '../../../data/calendar-entry/shown-events.ts';
import { type TimedEvent, timedEvent } from '../../../data/calendar-entry/timed-event.ts';
import { useEvents } from '../../../data/calendar-entry/use-events.ts';
import { useMinute } from '../../../shared/hooks/use-now.ts';
import type { Calendar } from '../use-calendar.ts';

/** Loaded on either side, so that the next page is known when it is turned to. */
const DAYS_AROUND = 7;

export type ShownEvents = {
  /** Those that are known, of the days on show and around. */
  readonly events: readonly TimedEvent[];
  /** Whether events of a day are still loading, or belong to days that are not. */
  readonly isPending: (date: string) => boolean;
  readonly failed: boolean;
  readonly retry: () => void;
};

const rangeOf = (days: Calendar['days']): Range => ({
  startDate: addDays(days[0] ?? '', -DAYS_AROUND),
  endDate: addDays(days.at(-1) ?? '', DAYS_AROUND),
});

/** The events of a range in some lists, each once. A list may have those of a year. */
const joined = (
  lists: readonly EventList[],
  { startDate, endDate }: Range,
  timeZone: string,
): readonly TimedEvent[] => {
  const [from, to] = [startOfDay(startDate, timeZone), startOfDay(addDays(endDate, 1), timeZone)];
  const events = lists.flatMap((list) =>
    shownIn(list).filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from),
  );
  return [...new Map(events.map((event) => [event._id, timedEvent(event)])).values()];
};

const covers = (list: EventList | undefined, date: string, timeZone: string): boolean => {
  if (list === undefined) return false;
  const { startsAt, endsAt } = dayBounds(date, timeZone);
  const reach = Math.min(list.window.to, reachOf(list));
  return list.window.from <= Date.parse(startsAt) && reach >= Date.parse(endsAt);
};

/**
 * The events of the days that day, week and month show. Until they are loaded, those of the days shown before and of
 * the list are known.
 */
export function useShownEvents(calendar: Calendar): ShownEvents {
  const { groupId, timeZone, today, days } = calendar;
  const now = useMinute();
  const base = useEvents(groupId, eventsWindow(now, timeZone), Date.parse(startOfDay(addDays(today, 1), timeZone)));
  const range = useMemo(() => rangeOf(days), [days]);
  const isKnown = covers(base.list, range.startDate, timeZone) && covers(base.list, range.endDate, timeZone);
  const { list, error, retry } = useEvents(groupId, isKnown ? undefined : range);
  const [loaded, setLoaded] = useState<Range>();
  if (list !== undefined && loaded !== range) setLoaded(range);
  // It follows changes until the present days are loaded.
  const { list: last } = useEvents(groupId, loaded, 0);
  const isComplete = list !== undefined && list.next === undefined;
  const others = isComplete ? undefined : base.list;
  const known = useMemo(() => {
    const lists = [others, last].filter((one) => one !== undefined);
    return {
      events: joined(lists, range, timeZone),
      isPending: (date: string) =>
        date < range.startDate ||
        date > range.endDate ||
        (error === undefined && !lists.some((one) => covers(one, date, timeZone))),
    };
  }, [others, last, range, timeZone, error]);
  return { ...known, failed: error !== undefined, retry };
}
