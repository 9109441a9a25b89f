import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { AnswerOf, BodyInputOf, QueryOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { announces, liveUpdates } from '../api/live-updates.ts';
import { asChange } from './event-api.ts';

type RsvpsArgs = { readonly eventId: string } & QueryOf<'rsvps'>;

/** Answers to events. Called `rsvp` on the wire. */
export const attendanceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    giveRsvp: build.mutation<EventView, { readonly eventId: string; readonly rsvp: BodyInputOf<'giveRsvp'> }>({
      query: ({ eventId, rsvp }) => call('giveRsvp', { params: { id: eventId }, body: rsvp }),
      transformResponse: ({ event }: AnswerOf<'giveRsvp'>) => event,
      ...announces((event) => asChange('eventUpdated')({ event })),
    }),
    setSeats: build.mutation<EventView, { readonly eventId: string; readonly seats: BodyInputOf<'setSeats'> }>({
      query: ({ eventId, seats }) => call('setSeats', { params: { id: eventId }, body: seats }),
      transformResponse: ({ event }: AnswerOf<'setSeats'>) => event,
      ...announces((event) => asChange('eventUpdated')({ event })),
    }),
    /** Loaded again whenever somebody answers, while it is shown. */
    rsvps: build.query<AnswerOf<'rsvps'>, RsvpsArgs>({
      query: ({ eventId, ...query }) => call('rsvps', { params: { id: eventId }, query }),
      keepUnusedDataFor: 0,
      ...liveUpdates<AnswerOf<'rsvps'>, RsvpsArgs>({
        tag: ({ eventId }) => ({ type: 'Rsvps', id: eventId }),
        reloads: {
          attendanceUpdated: (change, _, { eventId }) => change.eventId === eventId,
          eventUpdated: (change, _, { eventId }) => change.eventId === eventId,
        },
      }),
    }),
  }),
});
