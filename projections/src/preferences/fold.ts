import { ownGroupId } from '@quorum/service-kit/reads/preferences.ts';
import { type Rules, toUser } from '../audience.ts';
import { type Model, put, remove, removeWhere } from '../model.ts';

/** Audiences of its events. */
export const preferencesChanges = {
  GroupColorChosen: ({ data }) => [
    toUser('colorPreferencesUpdated', data.userId, { groupId: data.groupId, colorIndex: data.colorIndex }),
  ],
  GroupPinned: ({ data }) => [toUser('pinPreferencesUpdated', data.userId, { groupId: data.groupId, isPinned: true })],
  GroupUnpinned: ({ data }) => [
    toUser('pinPreferencesUpdated', data.userId, { groupId: data.groupId, isPinned: false }),
  ],
  GroupRead: ({ data }) => [toUser('groupRead', data.userId, { groupId: data.groupId, messageId: data.messageId })],
} satisfies Rules;

/** The id of what a person has for a group. */
export const pairId = ({ data }: { readonly data: { readonly userId: string; readonly groupId: string } }): string =>
  ownGroupId(data.userId, data.groupId);

/** Each person's colors and pins for their groups. */
export const preferences = {
  name: 'preferences',
  version: 1,
  collections: ['colors', 'pins'],
  on: {
    GroupColorChosen: [
      put('colors', (event) => ({
        id: pairId(event),
        userId: event.data.userId,
        groupId: event.data.groupId,
        colorIndex: event.data.colorIndex,
      })),
    ],
    GroupPinned: [
      put('pins', (event) => ({ id: pairId(event), userId: event.data.userId, groupId: event.data.groupId })),
    ],
    GroupUnpinned: [remove('pins', pairId)],
    MemberLeft: [remove('colors', pairId), remove('pins', pairId)],
    MemberRemoved: [remove('colors', pairId), remove('pins', pairId)],
    GroupDeleted: [
      removeWhere('colors', ({ data }) => ({ groupId: data.groupId })),
      removeWhere('pins', ({ data }) => ({ groupId: data.groupId })),
    ],
    AccountDeleted: [
      removeWhere('colors', ({ data }) => ({ userId: data.userId })),
      removeWhere('pins', ({ data }) => ({ userId: data.userId })),
    ],
  },
} satisfies Model;
