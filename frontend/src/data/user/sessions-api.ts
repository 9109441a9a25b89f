import type { Success } from '@quorum/contracts/kernel/route.ts';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import type { SessionView } from '@quorum/contracts/session/wire.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { liveUpdates } from '../api/live-updates.ts';

/** The browsers in which the user is signed in. */
export const sessionsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    sessions: build.query<readonly SessionView[], void>({
      query: () => call('sessions'),
      transformResponse: ({ sessions }: AnswerOf<'sessions'>) => sessions,
      ...liveUpdates<readonly SessionView[], void>({
        tag: () => ({ type: 'sessions' }),
        reloads: { sessionsUpdated: () => true },
      }),
    }),
    endSession: build.mutation<Success, string>({
      query: (id) => call('endSession', { params: { id } }),
      invalidatesTags: ['sessions'],
    }),
    endOtherSessions: build.mutation<Success, void>({
      query: () => call('endOtherSessions'),
      invalidatesTags: ['sessions'],
    }),
    checkIn: build.mutation<Success, void>({ query: () => call('checkIn') }),
  }),
});
