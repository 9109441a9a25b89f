import { ownGroupId } from '@quorum/service-kit/reads/preferences.ts';
import { type Rules, toUser } from '../audience.ts';
import { fold, model, put } from '../model.ts';

/** Audiences of its events. */
export const preferencesChanges = {
  GroupPreferencesChanged: ({ data: { userId, groupId, changes } }) => [
    toUser('groupPreferencesUpdated', userId, { groupId, ...changes }),
  ],
  ActivityRead: ({ data: { userId, upTo } }) => [toUser('activityRead', userId, { upTo })],
  NotificationSettingsChanged: ({ data: { userId, showText } }) => [
    toUser('notificationsUpdated', userId, { showText }),
  ],
  GroupRead: ({ data }) => [toUser('groupRead', data.userId, { groupId: data.groupId, messageId: data.messageId })],
} satisfies Rules;

/** The id of what a person has for a group. */
export const pairId = ({ data }: { readonly data: { readonly userId: string; readonly groupId: string } }): string =>
  ownGroupId(data.userId, data.groupId);

/** Each person's preferences for their groups and for all, and how far they have seen Activity. */
export const preferences = model({
  name: 'preferences',
  version: 5,
  collections: ['groupPreferences', 'activityMarks', 'notificationSettings'],
  on: {
    GroupPreferencesChanged: [
      fold('groupPreferences', pairId, (known, event) => {
        const { userId, groupId, changes } = event.data;
        return { ...known, id: pairId(event), userId, groupId, ...changes };
      }),
    ],
    ActivityRead: [put('activityMarks', ({ data: { userId, upTo } }) => ({ id: userId, userId, upTo }))],
    NotificationSettingsChanged: [
      put('notificationSettings', ({ data: { userId, showText } }) => ({ id: userId, userId, showText })),
    ],
  },
});
