import type { EventView } from '@quorum/contracts/wire/views.ts';
import { baseApi } from '../api/base-api.ts';
import { purely } from '../api/purely.ts';
import type { AppThunk } from '../store/state.ts';
import { belongsTo, type EventList, type EventsArgs, withEvent, withoutEvent } from './event-list.ts';

type CachedQueries = Readonly<
  Record<
    string,
    | {
        readonly endpointName?: string;
        readonly originalArgs?: unknown;
        readonly data?: unknown;
        readonly status?: string;
      }
    | undefined
  >
>;
type Loaded = { readonly args: EventsArgs; readonly list: EventList };

const eventQueries = (queries: CachedQueries) =>
  Object.values(queries).filter((entry) => entry?.endpointName === 'events');

const loadedLists = (queries: CachedQueries): readonly Loaded[] =>
  eventQueries(queries).flatMap((entry) =>
    entry?.data === undefined ? [] : [{ args: entry.originalArgs as EventsArgs, list: entry.data as EventList }],
  );

/** Changes every loaded list of events; those that the change leaves as they are stay the same object. */
export const patchEvents =
  (change: (list: EventList, args: EventsArgs) => EventList): AppThunk =>
  (dispatch, getState) => {
    for (const { args, list } of loadedLists(getState().api.queries as CachedQueries)) {
      const changed = change(list, args);
      if (changed === list) continue;
      // The endpoint is named by its text: the endpoints' own module needs this one.
      const update = baseApi.util.updateQueryData as unknown as UpdateEvents;
      dispatch(
        update(
          'events',
          args,
          purely<EventList>(() => changed),
        ),
      );
    }
  };

type UpdateEvents = (endpoint: 'events', args: EventsArgs, change: (list: EventList) => unknown) => AppThunk;

/** Puts an event, as the server answered it or told of it, into every list that it belongs to. */
export const takeEvent = (event: EventView): AppThunk =>
  patchEvents((list, args) => withEvent(list, event, belongsTo(args, event)));

export const dropEvent = (eventId: string): AppThunk => patchEvents((list) => withoutEvent(list, eventId));

/** A list that was asked for before a change of one's own may come without it: it is asked for once more. */
export const reloadUnderWay = (): AppThunk => (dispatch, getState) => {
  const entries = eventQueries(getState().api.queries as CachedQueries);
  if (entries.some((entry) => entry?.status === 'pending')) dispatch(baseApi.util.invalidateTags(['Events']));
};
