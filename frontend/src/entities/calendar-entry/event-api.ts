import { limits, MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import type { AnswerOf, BodyInputOf, QueryOf } from '@quorum/contracts/wire/routes.ts';
import type { EventView } from '@quorum/contracts/wire/views.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import type { RootState } from '../store/state.ts';
import { type EventList, type EventsArgs, eventList } from './event-list.ts';
import { dropEvent, reloadUnderWay, takeEvent } from './event-patches.ts';

type Done = { readonly success: true };
type ChangeArgs = { readonly eventId: string; readonly change: BodyInputOf<'changeEvent'> };

/** Enough to fill a window several times over; what follows is loaded once that is drawn. */
export const FIRST_PAGE = 250;

/** Lists that hold events of a group: its own and My Schedule. */
export const eventTags = (groupId: string) =>
  groupId === MY_SCHEDULE
    ? [{ type: 'Events' as const, id: MY_SCHEDULE }]
    : [
        { type: 'Events' as const, id: groupId },
        { type: 'Events' as const, id: MY_SCHEDULE },
      ];

const listOf = ({ events, next }: AnswerOf<'events'>): EventList => eventList(events, next);

/** `event` of the wire: an entry of the calendar of a group or of a person. */
export const eventApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Without a group: My Schedule. Days are days of the given zone. Gives the first page of the range; a list that is loaded
     * again comes as far as it was loaded before, so that nobody who has scrolled down loses what they look at.
     */
    events: build.query<EventList, EventsArgs>({
      queryFn: async (args, { getState, queryCacheKey = '' }, _, ask) => {
        const before = (getState() as RootState).api.queries[queryCacheKey]?.data as EventList | undefined;
        const wanted = before?.next === undefined ? Number.POSITIVE_INFINITY : before.events.length;
        let [events, next]: [readonly EventView[], string | undefined] = [[], undefined];
        let first: object | undefined;
        do {
          const limit = before === undefined ? FIRST_PAGE : limits.eventPageMost;
          const query = { ...args, limit, ...(next === undefined ? {} : { after: next }) };
          const { data, error, meta } = await ask(call('events', { query }));
          if (error !== undefined) return { error, meta };
          const page = data as AnswerOf<'events'>;
          events = events.length === 0 ? page.events : [...events, ...page.events];
          next = page.next;
          // Changes are followed from where the first page was read.
          first ??= { ...meta, sequences: page.sequences };
        } while (before !== undefined && next !== undefined && events.length < wanted);
        return { data: eventList(events, next), meta: first };
      },
      // Comparing thousands of events would cost more than drawing the few that are in the window.
      structuralSharing: false,
      providesTags: (_, __, { groupId }) => [{ type: 'Events', id: groupId ?? MY_SCHEDULE }],
    }),
    eventPage: build.query<EventList, QueryOf<'events'>>({
      query: (query) => call('events', { query }),
      transformResponse: listOf,
      structuralSharing: false,
      keepUnusedDataFor: 0,
    }),
    checkConflicts: build.query<AnswerOf<'checkConflicts'>, BodyInputOf<'checkConflicts'>>({
      query: (body) => call('checkConflicts', { body }),
      keepUnusedDataFor: 0,
    }),
    addressAutocomplete: build.query<readonly string[], string>({
      query: (query) => call('addressAutocomplete', { query: { query } }),
      transformResponse: ({ suggestions }: AnswerOf<'addressAutocomplete'>) => suggestions,
    }),
    createEvent: build.mutation<EventView, BodyInputOf<'createEvent'>>({
      query: (body) => call('createEvent', { body }),
      transformResponse: ({ event }: AnswerOf<'createEvent'>) => event,
      onQueryStarted: async (_, { queryFulfilled, dispatch }) => {
        const created = await queryFulfilled.catch(() => undefined);
        if (created === undefined) return;
        dispatch(takeEvent(created.data));
        dispatch(reloadUnderWay());
      },
    }),
    changeEvent: build.mutation<EventView, ChangeArgs>({
      query: ({ eventId, change }) => call('changeEvent', { params: { id: eventId }, body: change }),
      transformResponse: ({ event }: AnswerOf<'changeEvent'>) => event,
      onQueryStarted: async (_, { queryFulfilled, dispatch }) => {
        const changed = await queryFulfilled.catch(() => undefined);
        if (changed === undefined) return;
        dispatch(takeEvent(changed.data));
        dispatch(reloadUnderWay());
      },
    }),
    deleteEvent: build.mutation<Done, { readonly eventId: string }>({
      query: ({ eventId }) => call('deleteEvent', { params: { id: eventId } }),
      onQueryStarted: async ({ eventId }, { queryFulfilled, dispatch }) => {
        const done = await queryFulfilled.catch(() => undefined);
        if (done === undefined) return;
        dispatch(dropEvent(eventId));
        dispatch(reloadUnderWay());
      },
    }),
  }),
});

export const {
  useEventsQuery,
  useLazyCheckConflictsQuery,
  useAddressAutocompleteQuery,
  useCreateEventMutation,
  useChangeEventMutation,
  useDeleteEventMutation,
} = eventApi;
