import type { AnswerOf, QueryOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { announces } from '../api/live-updates.ts';
import { asChange, type Changed } from './event-api.ts';

/** What the user deleted and can restore. */
export const deletedEventApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    deletedEvents: build.query<AnswerOf<'deletedEvents'>, QueryOf<'deletedEvents'>>({
      query: (query) => call('deletedEvents', { query }),
      providesTags: ['Deleted'],
      keepUnusedDataFor: 0,
    }),
    restoreEvent: build.mutation<Changed, string>({
      query: (eventId) => call('restoreEvent', { params: { id: eventId } }),
      invalidatesTags: ['Deleted'],
      ...announces((answer) => ({ ...asChange('eventCreated')(answer), restores: true })),
    }),
  }),
});
