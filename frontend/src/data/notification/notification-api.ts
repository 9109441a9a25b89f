import { userAudience } from '@quorum/contracts/kernel/audiences.ts';
import type { OfEvent } from '@quorum/contracts/kernel/frame.ts';
import type { Success } from '@quorum/contracts/kernel/route.ts';
import type { AnswerOf, BodyInputOf } from '@quorum/contracts/routes.ts';
import { baseApi } from '../api/base-api.ts';
import { call } from '../api/call.ts';
import { announces, liveUpdates } from '../api/live-updates.ts';
import { dueReminderPatches } from './due-reminders.ts';

type Notifications = AnswerOf<'notifications'>;

const isDue = ({ eventId }: OfEvent, { due }: Notifications): boolean =>
  due.some(({ event }) => event._id === eventId || event.seriesId === eventId);

/** Settings of alerts, and this browser's subscription for the time while no page is open. */
export const notificationApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    notifications: build.query<Notifications, void>({
      query: () => call('notifications'),
      ...liveUpdates<Notifications, void>({
        tag: () => ({ type: 'notifications' }),
        audience: (_, userId) => userAudience(userId),
        patches: {
          notificationsUpdated: (known, settings) => ({ ...known, settings: { ...known.settings, ...settings } }),
          ...dueReminderPatches<Notifications>(),
        },
        // The dates of a series, and the answers to them, have to be worked out.
        reloads: { seriesUpdated: isDue, ownDatesAnswered: isDue },
      }),
    }),
    changeNotificationSettings: build.mutation<Success, BodyInputOf<'changeNotificationSettings'>>({
      query: (body) => call('changeNotificationSettings', { body }),
      ...announces((_, payload) => ({ name: 'notificationsUpdated', payload })),
    }),
    subscribeToPush: build.mutation<Success, BodyInputOf<'subscribeToPush'>>({
      query: (body) => call('subscribeToPush', { body }),
    }),
    unsubscribeFromPush: build.mutation<Success, void>({ query: () => call('unsubscribeFromPush') }),
    testPush: build.mutation<AnswerOf<'testPush'>, void>({ query: () => call('testPush') }),
  }),
});
