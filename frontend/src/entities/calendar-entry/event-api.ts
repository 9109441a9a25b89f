import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import type { AnswerOf, BodyInputOf, QueryOf } from '@quorum/contracts/wire/routes.ts';
import type { EventView } from '@quorum/contracts/wire/views.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { dropEvent, takeEvent } from './event-patches.ts';

type Done = { readonly success: true };
type EventsArgs = QueryOf<'events'>;
type ChangeArgs = { readonly eventId: string; readonly change: BodyInputOf<'changeEvent'> };

/** Lists that hold events of a group: its own and My Schedule. */
export const eventTags = (groupId: string) =>
  groupId === MY_SCHEDULE
    ? [{ type: 'Events' as const, id: MY_SCHEDULE }]
    : [
        { type: 'Events' as const, id: groupId },
        { type: 'Events' as const, id: MY_SCHEDULE },
      ];

/** `event` of the wire: an entry of the calendar of a group or of a person. */
export const eventApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** Without a group: My Schedule. Days are days of the given zone. */
    events: build.query<readonly EventView[], EventsArgs>({
      query: (query) => call('events', { query }),
      // A list that is frozen is not walked through to be frozen, which for a year of a busy group takes longer than to draw it.
      transformResponse: ({ events }: AnswerOf<'events'>): readonly EventView[] => Object.freeze(events),
      providesTags: (_, __, { groupId }) => [{ type: 'Events', id: groupId ?? MY_SCHEDULE }],
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
      invalidatesTags: (event) => (event === undefined ? [] : eventTags(event.groupId)),
      onQueryStarted: async (_, { queryFulfilled, dispatch }) => {
        const created = await queryFulfilled.catch(() => undefined);
        if (created !== undefined) dispatch(takeEvent(created.data));
      },
    }),
    changeEvent: build.mutation<EventView, ChangeArgs>({
      query: ({ eventId, change }) => call('changeEvent', { params: { id: eventId }, body: change }),
      transformResponse: ({ event }: AnswerOf<'changeEvent'>) => event,
      invalidatesTags: (event) => (event === undefined ? [] : eventTags(event.groupId)),
      onQueryStarted: async (_, { queryFulfilled, dispatch }) => {
        const changed = await queryFulfilled.catch(() => undefined);
        if (changed !== undefined) dispatch(takeEvent(changed.data));
      },
    }),
    deleteEvent: build.mutation<Done, { readonly eventId: string; readonly groupId: string }>({
      query: ({ eventId }) => call('deleteEvent', { params: { id: eventId } }),
      invalidatesTags: (_, error, { groupId }) => (error === undefined ? eventTags(groupId) : []),
      onQueryStarted: async ({ eventId }, { queryFulfilled, dispatch }) => {
        const done = await queryFulfilled.catch(() => undefined);
        if (done !== undefined) dispatch(dropEvent(eventId));
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
