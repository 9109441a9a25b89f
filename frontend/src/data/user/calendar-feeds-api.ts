import type { CalendarFeedView } from '@quorum/contracts/calendar-feed/wire.ts';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { liveUpdates } from '../api/live-updates.ts';

type Feeds = readonly CalendarFeedView[];

/** The links through which calendar programs read the user's calendars. */
export const calendarFeedsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    calendarFeeds: build.query<Feeds, void>({
      query: () => call('calendarFeeds'),
      transformResponse: ({ feeds }: AnswerOf<'calendarFeeds'>) => feeds,
      ...liveUpdates<Feeds, void>({ tag: () => ({ type: 'calendarFeeds' }), reloads: { feedsUpdated: () => true } }),
    }),
    createCalendarFeed: build.mutation<AnswerOf<'createCalendarFeed'>, string>({
      query: (groupId) => call('createCalendarFeed', { body: { groupId } }),
      invalidatesTags: ['calendarFeeds'],
    }),
    endCalendarFeed: build.mutation<AnswerOf<'endCalendarFeed'>, string>({
      query: (id) => call('endCalendarFeed', { params: { id } }),
      invalidatesTags: ['calendarFeeds'],
    }),
  }),
});
