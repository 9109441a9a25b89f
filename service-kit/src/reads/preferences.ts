import { collectionOf } from './collection.ts';

/** Id: {@link ownGroupId}. */
export type ColorDocument = {
  readonly id: string;
  readonly userId: string;
  readonly groupId: string;
  readonly colorIndex: number;
};

/** Id: {@link ownGroupId}. */
export type PinDocument = { readonly id: string; readonly userId: string; readonly groupId: string };

/** Id: {@link ownGroupId}. */
export type ReadMarkerDocument = {
  readonly id: string;
  readonly userId: string;
  readonly groupId: string;
  readonly messageId: string;
  readonly order: string;
};

export const preferencesCollections = {
  colors: collectionOf<ColorDocument>(['userId'], ['groupId']),
  pins: collectionOf<PinDocument>(['userId'], ['groupId']),
  readMarkers: collectionOf<ReadMarkerDocument>(['userId'], ['groupId']),
};

/** Key of one person's settings for a group: color, pin, and how far they have read. */
export const ownGroupId = (userId: string, groupId: string): string => `${userId}:${groupId}`;
