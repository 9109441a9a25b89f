import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { Success } from '@quorum/contracts/kernel/route.ts';
import type { AnswerOf, BodyInputOf, QueryOf } from '@quorum/contracts/routes.ts';
import { groupAudience, userAudience } from '@quorum/contracts/socket.ts';
import type { ApiError } from '../api/api-error.ts';
import { baseApi } from '../api/base-api.ts';
import { call, type Keyed } from '../api/call.ts';
import { announces, liveUpdates } from '../api/live-updates.ts';
import type { Change } from '../store/changes.ts';
import type { RootState } from '../store/state.ts';
import { type EventList, type EventsArgs, eventList } from './event-list.ts';
import { eventPatches } from './event-live-updates.ts';

type ChangeArgs = { readonly eventId: string; readonly change: BodyInputOf<'changeEvent'> };

/** Enough to fill a window several times over. The rest loads after that is drawn. */
export const FIRST_PAGE = 250;

const asChange =
  (name: 'eventCreated' | 'eventUpdated') =>
  (event: EventView): Change => ({ name, payload: { groupId: event.groupId, eventId: event._id, event } });

const listOf = ({ events, next }: AnswerOf<'events'>): EventList => eventList(events, next);

type Answer = {
  readonly data?: unknown;
  readonly error?: ApiError | undefined;
  readonly meta?: object | undefined;
};

/** One page for a new list. A reload loads as far as before. */
const amountOf = (before: EventList | undefined) => {
  if (before === undefined) return { limit: FIRST_PAGE, wanted: 0 };
  return {
    limit: limits.eventPageMost,
    wanted: before.next === undefined ? Number.POSITIVE_INFINITY : before.events.length,
  };
};

const loadRange = async (
  args: EventsArgs,
  before: EventList | undefined,
  ask: (query: QueryOf<'events'>) => Answer | PromiseLike<Answer>,
) => {
  const { limit, wanted } = amountOf(before);
  let list: EventList = eventList([], undefined);
  let first: object | undefined;
  do {
    const { data, error, meta } = await ask({ ...args, limit, after: list.next });
    if (error !== undefined) return { error, meta: {} };
    const { events, next, sequences } = data as AnswerOf<'events'>;
    list = eventList([...list.events, ...events], next);
    // Changes are followed from the first page on.
    first ??= { ...meta, sequences };
  } while (list.next !== undefined && list.events.length < wanted);
  return { data: list, meta: first };
};

/** Called `event` on the wire: a calendar entry of a group or a person. */
export const eventApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * My Schedule when no group is given. Days are days of the given zone. Loads the first page of the range. A reload
     * goes as far as the list did before, so a reader who scrolled down loses nothing.
     */
    events: build.query<EventList, EventsArgs>({
      queryFn: (args, { getState, queryCacheKey = '' }, _, ask) => {
        const before = (getState() as RootState).api.queries[queryCacheKey]?.data as EventList | undefined;
        return loadRange(args, before, (query) => ask(call('events', { query })));
      },
      ...liveUpdates<EventList, EventsArgs>({
        tag: ({ groupId }) => ({ type: 'Events', id: groupId ?? MY_SCHEDULE }),
        audience: ({ groupId }, userId) => (groupId === undefined ? userAudience(userId) : groupAudience(groupId)),
        patches: eventPatches,
        // The group's own list may be left over from an earlier membership.
        reloads: { groupJoined: (joined, _, { groupId }) => groupId === undefined || groupId === joined.groupId },
      }),
    }),
    eventPage: build.query<EventList, QueryOf<'events'>>({
      query: (query) => call('events', { query }),
      transformResponse: listOf,
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
    comingEventsOf: build.query<number, { readonly groupId: string; readonly userId: string }>({
      query: ({ groupId, userId }) => call('comingEventsOf', { params: { id: groupId, userId } }),
      transformResponse: ({ count }: AnswerOf<'comingEventsOf'>) => count,
      keepUnusedDataFor: 0,
    }),
    createEvent: build.mutation<EventView, Keyed<BodyInputOf<'createEvent'>>>({
      query: ({ body, idempotencyKey }) => call('createEvent', { body, idempotencyKey }),
      transformResponse: ({ event }: AnswerOf<'createEvent'>) => event,
      ...announces(asChange('eventCreated')),
    }),
    changeEvent: build.mutation<EventView, ChangeArgs>({
      query: ({ eventId, change }) => call('changeEvent', { params: { id: eventId }, body: change }),
      transformResponse: ({ event }: AnswerOf<'changeEvent'>) => event,
      ...announces(asChange('eventUpdated')),
    }),
    deleteEvent: build.mutation<Success, { readonly eventId: string }>({
      query: ({ eventId }) => call('deleteEvent', { params: { id: eventId } }),
      // Lists ignore the group of a deleted event.
      ...announces((_, { eventId }) => ({ name: 'eventDeleted', payload: { groupId: '', eventId } })),
    }),
  }),
});
