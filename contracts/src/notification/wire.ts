import { z } from 'zod';
import { timeZone, yesOrNo } from '../kernel/fields.ts';
import { carries, type Frames } from '../kernel/frame.ts';
import { answers, ownProfile, type Route, type Success } from '../kernel/route.ts';
import type { GroupPreferences } from '../preferences/wire.ts';
import type { DueReminder } from '../reminder/wire.ts';

/** Settings for all groups. `showText`: alerts show the texts of messages. */
export type NotificationSettings = { readonly showText: boolean };

export type GroupNotifications = Required<Pick<GroupPreferences, 'level' | 'eventChanges' | 'mutedUntil'>>;

/** `publicKey` is what a browser subscribes with. */
export type PushView = { readonly publicKey: string; readonly available: boolean };

export const notificationSettingsBody = z.object({ showText: yesOrNo });

const UNUSABLE = { error: 'This browser can’t receive notifications' };
const base64url = z
  .string(UNUSABLE)
  .max(128, UNUSABLE)
  .regex(/^[\w-]+=*$/, UNUSABLE);

/** A browser's push subscription. `timeZone`: that of the times in alerts. */
export const pushBody = z.object({
  endpoint: z.string(UNUSABLE).max(2048, UNUSABLE),
  keys: z.object({ p256dh: base64url, auth: base64url }, UNUSABLE),
  timeZone,
});

/** Alerts outside the page: what they show, and the browsers that get them while no page is open. */
export const notificationRoutes = {
  notifications: {
    method: 'GET',
    path: '/api/notifications',
    service: 'query',
    permission: ownProfile,
    answer: answers<{
      settings: NotificationSettings;
      groups: Readonly<Record<string, GroupNotifications>>;
      push: PushView;
      /** Reminders of events that have not started, by start. */
      due: readonly DueReminder[];
    }>(),
  },
  changeNotificationSettings: {
    method: 'PUT',
    path: '/api/notifications/settings',
    service: 'command',
    pace: 'change',
    permission: ownProfile,
    body: notificationSettingsBody,
    answer: answers<Success>(),
  },
  /** Replaces the subscription of this session. */
  subscribeToPush: {
    method: 'PUT',
    path: '/api/notifications/push',
    service: 'command',
    pace: 'change',
    permission: ownProfile,
    body: pushBody,
    answer: answers<Success>(),
  },
  unsubscribeFromPush: {
    method: 'DELETE',
    path: '/api/notifications/push',
    service: 'command',
    pace: 'once',
    permission: ownProfile,
    answer: answers<Success>(),
  },
  /** Sends an alert to this session's browser at once. `sent` is 0 without a subscription. */
  testPush: {
    method: 'POST',
    path: '/api/notifications/test',
    service: 'command',
    pace: 'change',
    permission: ownProfile,
    answer: answers<{ sent: number }>(),
  },
} as const satisfies { readonly [name: string]: Route };

export const notificationFrames = {
  notificationsUpdated: { of: [], audience: 'person', payload: carries<NotificationSettings>() },
} as const satisfies Frames;
