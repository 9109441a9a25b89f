import { ownGroupId } from '@quorum/service-kit/reads/preferences.ts';
import { type Rules, toUser } from '../audience.ts';
import { fold, model } from '../model.ts';

/** Audiences of its events. */
export const preferencesChanges = {
  GroupPreferencesChanged: ({ data: { userId, groupId, changes } }) => [
    toUser('groupPreferencesUpdated', userId, { groupId, ...changes }),
  ],
  GroupRead: ({ data }) => [toUser('groupRead', data.userId, { groupId: data.groupId, messageId: data.messageId })],
} satisfies Rules;

/** The id of what a person has for a group. */
export const pairId = ({ data }: { readonly data: { readonly userId: string; readonly groupId: string } }): string =>
  ownGroupId(data.userId, data.groupId);

/** Each person's preferences for their groups. */
export const preferences = model({
  name: 'preferences',
  version: 3,
  collections: ['groupPreferences'],
  on: {
    GroupPreferencesChanged: [
      fold('groupPreferences', pairId, (known, event) => {
        const { userId, groupId, changes } = event.data;
        return { ...known, id: pairId(event), userId, groupId, ...changes };
      }),
    ],
  },
});
