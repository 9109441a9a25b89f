import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { eventsWindow } from '@quorum/contracts/time/events-window.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useMemo, useState } from 'react';
import { useTimeZone } from '../../shared/hooks/time-zone.ts';
import { useMinute } from '../../shared/hooks/use-now.ts';
import { whenIdle } from '../../shared/lib/when-idle.ts';
import { selectConnection } from '../connection/connection-slice.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { eventApi } from './event-api.ts';
import { type EventList, type EventsArgs, reachOf } from './event-list.ts';
import { loadMoreEvents } from './event-pages.ts';
import { eventsOf, type Range } from './event-ranges.ts';
import { shownIn } from './shown-events.ts';

export type RangeEvents = {
  /** The events loaded so far. Undefined before the first page. */
  readonly list: EventList | undefined;
  /** Milliseconds since 1970. Every event that starts before is loaded. */
  readonly reach: number;
  /** The error of the last load, if it failed. */
  readonly error: unknown;
  readonly retry: () => void;
};

type Failure = { readonly next: string; readonly error: unknown };

/** The arguments to query. Undefined without a range. */
const useArgs = (groupId: string, range: Range | undefined): EventsArgs | undefined => {
  const timeZone = useTimeZone();
  const { startDate, endDate } = range ?? {};
  return useMemo(
    () =>
      startDate === undefined || endDate === undefined
        ? undefined
        : eventsOf(groupId, timeZone, { startDate, endDate }),
    [groupId, timeZone, startDate, endDate],
  );
};

/** Loads the page that begins at `next` when the browser is idle. Returns the error of a failed load. */
const useNextPage = (args: EventsArgs | undefined, next: string | undefined) => {
  const dispatch = useAppDispatch();
  const [failure, setFailure] = useState<Failure>();
  const failed = failure !== undefined && failure.next === next ? failure : undefined;
  useEffect(() => {
    if (args === undefined || next === undefined || failed !== undefined) return undefined;
    return whenIdle(() => {
      dispatch(loadMoreEvents(args)).catch((reason: unknown) => setFailure({ next, error: reason }));
    });
  }, [dispatch, args, next, failed]);
  // A failed first load is retried by itself when the connection is back.
  const { status } = useAppSelector(selectConnection);
  useEffect(() => {
    if (status === 'online') setFailure(undefined);
  }, [status]);
  return { error: failed?.error, retry: () => setFailure(undefined) };
};

/**
 * The events of a group or of My Schedule in a range of days of the viewer's zone. Loads the first page at once, the
 * others when the browser is idle, up to events that start at `until` (milliseconds). Without a range, there are none.
 */
export function useEvents(
  groupId: string,
  range: Range | undefined,
  until: number = Number.POSITIVE_INFINITY,
): RangeEvents {
  const args = useArgs(groupId, range);
  const { currentData: list, error, refetch } = eventApi.useEventsQuery(args ?? skipToken);
  const reach = list === undefined ? Number.NEGATIVE_INFINITY : reachOf(list);
  const rest = useNextPage(args, reach < until ? list?.next : undefined);
  return {
    list,
    reach,
    error: error ?? rest.error,
    retry: () => {
      rest.retry();
      if (error !== undefined) void refetch();
    },
  };
}

const none: readonly EventView[] = [];
export const eventsIn = ({ list }: RangeEvents): readonly EventView[] => (list === undefined ? none : shownIn(list));

/** The groups that My Schedule shows events of, as far as it is loaded. */
export function useGroupsWithEvents(): ReadonlySet<string> {
  const window = eventsWindow(useMinute(), useTimeZone());
  const events = eventsIn(useEvents(MY_SCHEDULE, window));
  return useMemo(() => new Set(events.map(({ groupId }) => groupId)), [events]);
}
