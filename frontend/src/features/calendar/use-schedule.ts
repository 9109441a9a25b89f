import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { addDays, startOfDay } from '@quorum/contracts/time/days.ts';
import { eventsWindow } from '@quorum/contracts/time/events-window.ts';
import { useEffect, useMemo, useState } from 'react';
import { isApiError } from '../../data/api/api-error.ts';
import { isDeclined } from '../../data/calendar-entry/attendance.ts';
import type { EventList } from '../../data/calendar-entry/event-list.ts';
import { shownIn } from '../../data/calendar-entry/shown-events.ts';
import { type TimedEvent, timedEvent } from '../../data/calendar-entry/timed-event.ts';
import { type RangeEvents, useEvents } from '../../data/calendar-entry/use-events.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import type { Calendar } from './use-calendar.ts';

export type Schedule = {
  /** From yesterday to a year ahead, as far as loaded. Events happening now are among the first. */
  readonly upcoming: readonly TimedEvent[];
  /** Whether all of `upcoming` is loaded. */
  readonly complete: boolean;
  /** The events that the list draws from. Undefined during the first load. */
  readonly listed: readonly TimedEvent[] | undefined;
  /** How many of the coming events the viewer cannot come to, in My Schedule. */
  readonly declined: number;
  readonly failed: boolean;
  readonly retry: () => void;
};

const none: readonly TimedEvent[] = [];
const endOfDay = (date: string, timeZone: string): number => Date.parse(startOfDay(addDays(date, 1), timeZone));

/** @param showDeclined whether My Schedule lists what the viewer cannot come to. */
export function useSchedule(calendar: Calendar, showDeclined: boolean): Schedule {
  const all = useEverything(calendar);
  const isOwn = calendar.groupId === MY_SCHEDULE;
  const upcoming = useAttended(all.upcoming, isOwn);
  const listed = useAttended(all.listed, isOwn && !showDeclined);
  return { ...all, upcoming, listed, declined: all.upcoming.length - upcoming.length };
}

const filterOf = ({ view, selected }: Calendar) => (view === 'list' ? selected : null);

/** Views of days load those days themselves. Of the year they need what happens now. */
const reachOf = ({ view, today, timeZone }: Calendar): number =>
  view === 'list' ? Number.POSITIVE_INFINITY : endOfDay(today, timeZone);

/** Whatever the viewer answered. */
function useEverything(calendar: Calendar): Omit<Schedule, 'declined'> {
  const { groupId, timeZone, today } = calendar;
  const selected = filterOf(calendar);
  const minute = useMinute();
  const window = eventsWindow(minute, timeZone);
  const base = useEvents(groupId, window, reachOf(calendar));
  const baseList = useWholeOnce(base.list);
  const upcoming = useTimed(baseList);
  // The list shows only the chosen day, so later events need not be waited for or loaded.
  const until = endOfDay(selected ?? today, timeZone);
  const chosen = useEvents(groupId, selected === null ? undefined : eventsWindow(minute, timeZone, selected), until);
  const around = useTimed(chosen.list);
  const shown = selected === null ? base : chosen;
  useLoadFailure(shown.error);

  const isReady = ({ list, reach, error }: RangeEvents) =>
    list !== undefined && (reach >= until || error !== undefined);
  const ready = (): readonly TimedEvent[] | undefined => {
    if (selected !== null && isReady(chosen)) return around;
    // Loaded events show the chosen day at once. Its own window then completes it.
    if (selected !== null && (selected < window.startDate || selected > window.endDate)) return undefined;
    return isReady(base) || baseList !== base.list ? upcoming : undefined;
  };
  const failed = shown.error !== undefined;
  const isComplete = base.list !== undefined && base.list.next === undefined;
  return {
    upcoming: upcoming ?? none,
    complete: isComplete,
    listed: ready() ?? (failed ? none : undefined),
    failed,
    retry: shown.retry,
  };
}

/** The window changes at midnight and is loaded from its start. The old one stays until that is complete. */
const useWholeOnce = (list: EventList | undefined): EventList | undefined => {
  const [whole, setWhole] = useState<EventList>();
  if (list !== undefined && list.next === undefined && list !== whole) setWhole(list);
  return list?.next === undefined && list !== undefined ? list : (whole ?? list);
};

const useTimed = (list: EventList | undefined): readonly TimedEvent[] | undefined =>
  useMemo(() => list && shownIn(list).map(timedEvent), [list]);

/** Without what the viewer cannot come to. */
export const useAttended = <E extends readonly TimedEvent[] | undefined>(events: E, isOnly: boolean): E =>
  useMemo(() => (isOnly ? (events?.filter(({ event }) => !isDeclined(event)) as E) : events), [events, isOnly]);

/** Logs a failed load. The list stays as it was. */
const useLoadFailure = (error: unknown): void => {
  const status = isApiError(error) ? error.status : undefined;
  useEffect(() => {
    if (status === undefined) return;
    if (status === 401) console.error('Authentication failed while loading events.');
    else console.warn(`The events could not be loaded (status ${status}).`);
  }, [status]);
};
