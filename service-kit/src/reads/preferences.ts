import type { Collections } from '../ports/generations.ts';

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
  colors: { name: 'colors', indexes: [['userId'], ['groupId']] },
  pins: { name: 'pins', indexes: [['userId'], ['groupId']] },
  readMarkers: { name: 'readMarkers', indexes: [['userId'], ['groupId']] },
} as const satisfies Collections;

export type PreferencesDocuments = {
  readonly colors: ColorDocument;
  readonly pins: PinDocument;
  readonly readMarkers: ReadMarkerDocument;
};

/** Key of one person's settings for a group: color, pin, and how far they have read. */
export const ownGroupId = (userId: string, groupId: string): string => `${userId}:${groupId}`;
