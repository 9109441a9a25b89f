import type { AnswerOf, BodyInputOf, QueryOf } from '@quorum/contracts/routes.ts';
import { atMostEvery } from '../../shared/lib/at-most-every.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { announces, liveUpdates } from '../api/live-updates.ts';
import { asChange, type Changed } from './event-api.ts';

type Scope = QueryOf<'takeRsvpBack'>['scope'];
type RsvpsArgs = { readonly eventId: string } & QueryOf<'rsvps'>;

/** Milliseconds. Many may answer at once, and each list of people that is open is a request. */
const REST = 2_000;

/** Answers to events. Called `rsvp` on the wire. */
export const attendanceApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    giveRsvp: build.mutation<Changed, { readonly eventId: string; readonly rsvp: BodyInputOf<'giveRsvp'> }>({
      query: ({ eventId, rsvp }) => call('giveRsvp', { params: { id: eventId }, body: rsvp }),
      ...announces(asChange('eventUpdated')),
    }),
    takeRsvpBack: build.mutation<Changed, { readonly eventId: string; readonly scope?: Scope }>({
      query: ({ eventId, scope }) => call('takeRsvpBack', { params: { id: eventId }, query: scope ? { scope } : {} }),
      ...announces(asChange('eventUpdated')),
    }),
    setSeats: build.mutation<Changed, { readonly eventId: string; readonly seats: BodyInputOf<'setSeats'> }>({
      query: ({ eventId, seats }) => call('setSeats', { params: { id: eventId }, body: seats }),
      ...announces(asChange('eventUpdated')),
    }),
    /** Loaded again after somebody answered, while it is shown. */
    rsvps: build.query<AnswerOf<'rsvps'>, RsvpsArgs>({
      query: ({ eventId, ...query }) => call('rsvps', { params: { id: eventId }, query }),
      keepUnusedDataFor: 0,
      ...liveUpdates<AnswerOf<'rsvps'>, RsvpsArgs>({
        tag: ({ eventId }) => ({ type: 'rsvps', id: eventId }),
        reloading: atMostEvery(REST),
        reloads: {
          attendanceUpdated: (change, _, { eventId }) => change.eventId === eventId,
          eventUpdated: (change, _, { eventId }) => change.eventId === eventId,
          // An answer to a series may be one to this date.
          datesAnswered: (change, _, { eventId }) => eventId.startsWith(change.eventId),
          seriesUpdated: (change, _, { eventId }) => eventId.startsWith(change.eventId),
        },
      }),
    }),
  }),
});
