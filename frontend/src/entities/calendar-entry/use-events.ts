import type { EventView } from '@quorum/contracts/wire/views.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useMemo, useState } from 'react';
import { whenIdle } from '../../shared/lib/when-idle.ts';
import { selectConnection } from '../realtime/connection-slice.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { useEventsQuery } from './event-api.ts';
import { type EventList, reachOf } from './event-list.ts';
import { loadMoreEvents } from './event-pages.ts';
import { eventsOf, type Range } from './event-ranges.ts';
import { useTimeZone } from './time-zone.ts';

export type RangeEvents = {
  /** As far as they are loaded; undefined before the first of them are. */
  readonly list: EventList | undefined;
  /** Every event that starts before this instant is loaded, in milliseconds since 1970. */
  readonly reach: number;
  /** What went wrong with the last load, if it did. */
  readonly error: unknown;
  readonly retry: () => void;
};

type Failure = { readonly next: string; readonly error: unknown };

/**
 * The events of a group, or of My Schedule, in a range of days of the viewer's zone; of no range: none. The first page is there
 * soon; the others follow whenever the page has nothing better to do, up to the ones that start before `until` (milliseconds).
 */
export function useEvents(
  groupId: string,
  range: Range | undefined,
  until: number = Number.POSITIVE_INFINITY,
): RangeEvents {
  const dispatch = useAppDispatch();
  const timeZone = useTimeZone();
  const { startDate, endDate } = range ?? {};
  const args = useMemo(
    () =>
      startDate === undefined || endDate === undefined
        ? undefined
        : eventsOf(groupId, timeZone, { startDate, endDate }),
    [groupId, timeZone, startDate, endDate],
  );
  const { currentData: list, error, refetch } = useEventsQuery(args ?? skipToken);
  const [failure, setFailure] = useState<Failure>();
  const reach = list === undefined ? Number.NEGATIVE_INFINITY : reachOf(list);
  const next = reach < until ? list?.next : undefined;
  const failed = failure !== undefined && failure.next === next ? failure : undefined;
  useEffect(() => {
    if (args === undefined || next === undefined || failed !== undefined) return undefined;
    return whenIdle(() => {
      dispatch(loadMoreEvents(args)).catch((reason: unknown) => setFailure({ next, error: reason }));
    });
  }, [dispatch, args, next, failed]);
  // A first load that failed is begun again by itself then.
  const { status } = useAppSelector(selectConnection);
  useEffect(() => {
    if (status === 'online') setFailure(undefined);
  }, [status]);
  return {
    list,
    reach,
    error: error ?? failed?.error,
    retry: () => {
      setFailure(undefined);
      if (error !== undefined) void refetch();
    },
  };
}

const none: readonly EventView[] = [];
export const eventsIn = ({ list }: RangeEvents): readonly EventView[] => list?.events ?? none;
