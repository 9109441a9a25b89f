import type { EventHistoryView } from '@quorum/contracts/entry/undo.ts';
import type { BodyOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { announces, liveUpdates } from '../api/live-updates.ts';
import { asChange, type Changed } from './event-api.ts';

/** The event, or the series; and the `next` of the page before. */
type HistoryArgs = { readonly eventId: string; readonly after?: number | undefined };

const isAbout = (change: { readonly eventId: string }, _: EventHistoryView, { eventId }: HistoryArgs): boolean =>
  change.eventId === eventId;

/** The history of an event, and the way back. */
export const historyApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    eventHistory: build.query<EventHistoryView, HistoryArgs>({
      query: ({ eventId, after }) => call('eventHistory', { params: { id: eventId }, query: { after } }),
      keepUnusedDataFor: 0,
      ...liveUpdates<EventHistoryView, HistoryArgs>({
        tag: ({ eventId }) => ({ type: 'eventHistory', id: eventId }),
        reloads: { eventCreated: isAbout, eventUpdated: isAbout, eventDeleted: isAbout, seriesUpdated: isAbout },
      }),
    }),
    revertEvent: build.mutation<Changed, { readonly eventId: string } & BodyOf<'revertEvent'>>({
      query: ({ eventId, ...body }) => call('revertEvent', { params: { id: eventId }, body }),
      ...announces(asChange('eventUpdated')),
    }),
  }),
});
