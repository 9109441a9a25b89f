import { collectionOf } from './collection.ts';

/** What a person has for a group. Id: {@link ownGroupId}. */
type OwnDocument = { readonly id: string; readonly userId: string; readonly groupId: string };

export type ColorDocument = OwnDocument & { readonly colorIndex: number };

export type ReadMarkerDocument = OwnDocument & { readonly messageId: string; readonly order: string };

export const preferencesCollections = {
  colors: collectionOf<ColorDocument>(['userId'], ['groupId']),
  pins: collectionOf<OwnDocument>(['userId'], ['groupId']),
  readMarkers: collectionOf<ReadMarkerDocument>(['userId'], ['groupId']),
};

/** Key of one person's settings for a group: color, pin, and how far they have read. */
export const ownGroupId = (userId: string, groupId: string): string => `${userId}:${groupId}`;
