import type { NotificationSettings } from '@quorum/contracts/notification/wire.ts';
import type { GroupPreferences } from '@quorum/contracts/preferences/wire.ts';
import { collectionOf } from './collection.ts';

/** A person's preferences for a group. Id: {@link ownGroupId}. */
type OwnDocument = { readonly id: string; readonly userId: string; readonly groupId: string };

export type GroupPreferencesDocument = OwnDocument & GroupPreferences;

export type ReadMarkerDocument = OwnDocument & { readonly messageId: string; readonly order: string };

/** Missing until somebody changes them. Id: the person's. */
export type NotificationSettingsDocument = NotificationSettings & { readonly id: string; readonly userId: string };

/** Key of what one person has for a group: their preferences, and how far they have read. */
export const ownGroupId = (userId: string, groupId: string): string => `${userId}:${groupId}`;

const ofMember = { group: 'groupId', person: 'userId', member: ownGroupId };

export const preferencesCollections = {
  groupPreferences: collectionOf<GroupPreferencesDocument>(ofMember, ['userId'], ['groupId']),
  notificationSettings: collectionOf<NotificationSettingsDocument>({ person: 'userId' }, ['userId']),
  readMarkers: collectionOf<ReadMarkerDocument>({ ...ofMember, isApart: true }, ['userId'], ['groupId']),
};
