import { isCalendarDate } from '@quorum/contracts/time/calendar-date.ts';
import { addDays, startOfDay } from '@quorum/contracts/time/days.ts';
import { DEFAULT_TIME_ZONE } from '@quorum/contracts/time/wall-clock.ts';
import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import type { QueryOf } from '@quorum/contracts/wire/routes.ts';
import type { EventView } from '@quorum/contracts/wire/views.ts';
import { baseApi } from '../api/base-api.ts';
import { purely } from '../api/purely.ts';
import type { AppThunk } from '../store/state.ts';

type Events = readonly EventView[];
type EventsArgs = QueryOf<'events'>;

const instantOfBound = (bound: string, timeZone: string, isEnd: boolean): number =>
  Date.parse(isCalendarDate(bound) ? startOfDay(isEnd ? addDays(bound, 1) : bound, timeZone) : bound);

/** Does a list that was loaded with these arguments hold the event? */
export const belongsTo = (
  { groupId, startDate, endDate, timeZone = DEFAULT_TIME_ZONE }: EventsArgs,
  event: EventView,
) => {
  const single = groupId !== undefined && groupId !== MY_SCHEDULE;
  if (single && groupId !== event.groupId) return false;
  if (startDate !== undefined && Date.parse(event.endsAt) <= instantOfBound(startDate, timeZone, false)) return false;
  return endDate === undefined || Date.parse(event.startsAt) < instantOfBound(endDate, timeZone, true);
};

/** A list after a newer version of an event is known. The same list when it holds this version, or a newer one. */
export const withEvent = (events: Events, event: EventView, belongs: boolean): Events => {
  const at = events.findIndex(({ _id }) => _id === event._id);
  const known = events[at];
  if (known === undefined) return belongs ? [...events, event] : events;
  if (known.revision >= event.revision) return events;
  return belongs ? events.with(at, event) : events.filter(({ _id }) => _id !== event._id);
};

export const withoutEvent = (events: Events, eventId: string): Events =>
  events.some(({ _id }) => _id === eventId) ? events.filter(({ _id }) => _id !== eventId) : events;

type CachedQueries = Readonly<
  Record<
    string,
    { readonly endpointName?: string; readonly originalArgs?: unknown; readonly data?: unknown } | undefined
  >
>;
type Lists = readonly { readonly args: EventsArgs; readonly events: Events }[];

const loadedLists = (queries: CachedQueries): Lists =>
  Object.values(queries).flatMap((entry) =>
    entry?.endpointName === 'events' && entry.data !== undefined
      ? [{ args: entry.originalArgs as EventsArgs, events: entry.data as Events }]
      : [],
  );

const patchLists =
  (change: (events: Events, args: EventsArgs) => Events): AppThunk =>
  (dispatch, getState) => {
    for (const { args, events } of loadedLists(getState().api.queries as CachedQueries)) {
      const changed = change(events, args);
      if (changed === events) continue;
      // The endpoint is named by its text: the endpoints' own module needs this one.
      const update = baseApi.util.updateQueryData as unknown as UpdateEvents;
      dispatch(
        update(
          'events',
          args,
          purely<Events>(() => changed),
        ),
      );
    }
  };

type UpdateEvents = (endpoint: 'events', args: EventsArgs, change: (events: Events) => unknown) => AppThunk;

/** Puts what the server answered into every list that is on show, before these are loaded again. */
export const takeEvent = (event: EventView): AppThunk =>
  patchLists((events, args) => withEvent(events, event, belongsTo(args, event)));

export const dropEvent = (eventId: string): AppThunk => patchLists((events) => withoutEvent(events, eventId));
