import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { AnswerOf, QueryOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { announces, liveUpdates } from '../api/live-updates.ts';
import { asChange, type Changed } from './event-api.ts';

type Deleted = AnswerOf<'deletedEvents'>;
type DeletedArgs = QueryOf<'deletedEvents'>;

/** The answer to an own deletion names no group. */
const isOfCalendar = (
  { groupId }: { readonly groupId: string },
  _: Deleted,
  { groupId: shown = MY_SCHEDULE }: DeletedArgs,
): boolean => groupId === shown || groupId === '';

/** Deleted events that the user can restore. */
export const deletedEventApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    deletedEvents: build.query<Deleted, DeletedArgs>({
      query: (query) => call('deletedEvents', { query }),
      keepUnusedDataFor: 0,
      ...liveUpdates<Deleted, DeletedArgs>({
        tag: ({ groupId = MY_SCHEDULE }) => ({ type: 'deletedEvents', id: groupId }),
        reloads: { eventCreated: isOfCalendar, eventDeleted: isOfCalendar, seriesUpdated: isOfCalendar },
      }),
    }),
    restoreEvent: build.mutation<Changed, string>({
      query: (eventId) => call('restoreEvent', { params: { id: eventId } }),
      ...announces((answer) => ({ ...asChange('eventCreated')(answer), restores: true })),
    }),
    purgeEvent: build.mutation<AnswerOf<'purgeEvent'>, string>({
      query: (eventId) => call('purgeEvent', { params: { id: eventId } }),
      ...announces((_, eventId) => ({ name: 'eventDeleted', payload: { groupId: '', eventId, forGood: true } })),
    }),
  }),
});
