import { eventsWindow } from '@quorum/contracts/time/events-window.ts';
import type { EventView } from '@quorum/contracts/wire/views.ts';
import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useMemo } from 'react';
import { isApiError } from '../../entities/api/api-error.ts';
import { useEventsQuery } from '../../entities/calendar-entry/event-api.ts';
import { eventsOf } from '../../entities/calendar-entry/event-ranges.ts';
import { type TimedEvent, timedEvent } from '../../entities/calendar-entry/timed-event.ts';
import { useMinute } from '../../shared/hooks/use-minute.ts';
import type { Calendar } from './use-calendar.ts';

export type Schedule = {
  /** From yesterday to a year ahead; what happens now is always among them. */
  readonly upcoming: readonly TimedEvent[];
  /** What the list chooses from; undefined while it is loaded for the first time. */
  readonly listed: readonly TimedEvent[] | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
};

const none: readonly EventView[] = [];

export function useSchedule(calendar: Calendar): Schedule {
  const { groupId, selected, timeZone } = calendar;
  const minute = useMinute();
  const window = eventsWindow(minute, timeZone);
  const around = selected === null ? undefined : eventsWindow(minute, timeZone, selected);
  const base = useEventsQuery(eventsOf(groupId, timeZone, window));
  const chosen = useEventsQuery(around === undefined ? skipToken : eventsOf(groupId, timeZone, around));
  const shown = around === undefined ? base : chosen;
  useLoadFailure(shown.error);

  const upcoming = useMemo(() => (base.data ?? none).map(timedEvent), [base.data]);
  // What is loaded already shows the chosen day at once; its own window then completes it.
  const ready =
    around === undefined || (chosen.currentData === undefined && selected !== null && selected >= window.startDate)
      ? base.data
      : chosen.currentData;
  const listed = useMemo(() => ready?.map(timedEvent), [ready]);
  return {
    upcoming,
    listed: listed ?? (shown.isError ? [] : undefined),
    failed: shown.isError,
    retry: () => void shown.refetch(),
  };
}

/** The list stays empty, or as it was; the log says why. */
const useLoadFailure = (error: unknown): void => {
  const status = isApiError(error) ? error.status : undefined;
  useEffect(() => {
    if (status === undefined) return;
    if (status === 401) console.error('Authentication failed while loading events.');
    else console.warn(`The events could not be loaded (status ${status}).`);
  }, [status]);
};
