import type { EventView, SeriesView } from '@quorum/contracts/entry/wire.ts';
import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { limits, MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { AnswerOf, BodyInputOf, QueryOf } from '@quorum/contracts/routes.ts';
import type { ApiError } from '../api/api-error.ts';
import { baseApi } from '../api/base-api.ts';
import { call, type Keyed } from '../api/call.ts';
import { announces, EVERY_GROUP, liveUpdates, OWN } from '../api/live-updates.ts';
import type { Change } from '../store/changes.ts';
import type { RootState } from '../store/state.ts';
import { belongsTo, type EventList, type EventsArgs, eventList, firstDates, reachOf } from './event-list.ts';
import { eventPatches } from './event-live-updates.ts';
import { loadExpansion } from './expansion.ts';

type DeleteArgs = { readonly eventId: string; readonly scope?: QueryOf<'deleteEvent'>['scope'] };
type ChangeArgs = { readonly eventId: string; readonly change: BodyInputOf<'changeEvent'> };

/** A restored event has answers from before, and a frame to a group has nothing of the viewer's own. */
const isRestored = (
  { groupId: of, restored }: { readonly groupId: string; readonly restored?: true },
  _: EventList,
  { groupId = of }: EventsArgs,
): boolean => restored === true && groupId === of;

/** Somebody moved an event into the range, and the frame has nothing of the viewer's own. */
const isMovedIn = ({ event }: { readonly event: EventView }, list: EventList, args: EventsArgs): boolean =>
  event.attendance !== undefined &&
  event.mine === undefined &&
  belongsTo(args, event) &&
  Date.parse(event.startsAt) < reachOf(list) &&
  !list.events.some(({ _id }) => _id === event._id);

/** Enough to fill a window several times over. The rest loads after that is drawn. */
export const FIRST_PAGE = 250;

/** The answer to a command on events. */
export type Changed = AnswerOf<'changeEvent'>;

const seriesChange = (series: SeriesView): Change => ({
  name: 'seriesUpdated',
  payload: { groupId: series.groupId, eventId: series._id, series },
});

export const asChange =
  (name: 'eventCreated' | 'eventUpdated') =>
  ({ event, series }: Changed): Change =>
    series ? seriesChange(series) : { name, payload: { groupId: event.groupId, eventId: event._id, event } };

type Answer = {
  readonly data?: unknown;
  readonly error?: ApiError | undefined;
  readonly meta?: object | undefined;
};

/** The client works out the dates of what repeats. */
const COMPACT = { series: 'compact' } as const;

/** One page for a new list. A reload loads as far as before. */
const amountOf = (before: EventList | undefined) => {
  if (before === undefined) return { limit: FIRST_PAGE, wanted: 0 };
  return {
    limit: limits.maxEventPage,
    wanted: before.next === undefined ? Number.POSITIVE_INFINITY : before.events.length,
  };
};

const hasSeries = ({ series = [] }: AnswerOf<'events'>): boolean => series.length > 0;

/** Only the first page has series. */
const joined = (before: AnswerOf<'events'>, { events, next, series = before.series }: AnswerOf<'events'>) => ({
  events: [...before.events, ...events],
  ...(series && { series }),
  ...(next === undefined ? {} : { next }),
});

const loadRange = async (
  args: EventsArgs,
  before: EventList | undefined,
  ask: (query: QueryOf<'events'>) => Answer | PromiseLike<Answer>,
) => {
  const { limit, wanted } = amountOf(before);
  let loaded: AnswerOf<'events'> = { events: [] };
  let first: object | undefined;
  do {
    const { data, error, meta } = await ask({ ...args, ...COMPACT, limit, after: loaded.next });
    if (error !== undefined) return { error, meta: {} };
    const page = data as AnswerOf<'events'>;
    loaded = joined(loaded, page);
    // Changes are followed from the first page on.
    first ??= { ...meta, sequences: page.sequences };
  } while (loaded.next !== undefined && loaded.events.length < wanted);
  if (hasSeries(loaded)) await loadExpansion();
  const list = eventList(args, loaded);
  return { data: before === undefined ? firstDates(list) : list, meta: first };
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
        tag: ({ groupId }) => ({ type: 'events', id: groupId ?? MY_SCHEDULE }),
        follows: ({ groupId = EVERY_GROUP }) => [OWN, groupId],
        audience: ({ groupId }, userId) => (groupId === undefined ? userAudience(userId) : groupAudience(groupId)),
        patches: eventPatches,
        // The group's own list may be left over from an earlier membership.
        reloads: {
          eventCreated: isRestored,
          eventUpdated: isMovedIn,
          seriesUpdated: isRestored,
          groupJoined: (joined, _, { groupId }) => groupId === undefined || groupId === joined.groupId,
          ownReminderUpdated: () => true,
        },
      }),
    }),
    /** One event, for its address. */
    event: build.query<EventView, string>({
      query: (eventId) => call('event', { params: { id: eventId } }),
      transformResponse: ({ event }: AnswerOf<'event'>) => event,
      keepUnusedDataFor: 0,
    }),
    eventPage: build.query<EventList, QueryOf<'events'>>({
      query: (query) => call('events', { query: { ...query, ...COMPACT } }),
      transformResponse: (page: AnswerOf<'events'>, _, query) => eventList(query, page),
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
    createEvent: build.mutation<Changed, Keyed<BodyInputOf<'createEvent'>>>({
      query: ({ body, idempotencyKey }) => call('createEvent', { body, idempotencyKey }),
      ...announces(asChange('eventCreated')),
    }),
    changeEvent: build.mutation<Changed, ChangeArgs>({
      query: ({ eventId, change }) => call('changeEvent', { params: { id: eventId }, body: change }),
      ...announces(asChange('eventUpdated')),
    }),
    deleteEvent: build.mutation<AnswerOf<'deleteEvent'>, DeleteArgs>({
      query: ({ eventId, scope }) => call('deleteEvent', { params: { id: eventId }, query: scope ? { scope } : {} }),
      ...announces(({ series }, { eventId }) => {
        if (series !== undefined) return seriesChange(series);
        // Lists ignore the group of a deleted event. A date whose series is gone took it along.
        const [entryId = ''] = eventId.split('_');
        return { name: 'eventDeleted', payload: { groupId: '', eventId: entryId } };
      }),
    }),
  }),
});
