import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';

/** Ids and index keys that are composed of other ids. Projections write under them; queries and the gateway look them up. */

export const membershipId = (groupId: string, userId: string): string => `${groupId}:${userId}`;

/** Key of one person's settings for a group: color, pin, and how far they have read. */
export const ownGroupId = (userId: string, groupId: string): string => `${userId}:${groupId}`;

export const reactionId = (messageId: string, userId: string, emoji: string): string =>
  `${messageId}:${userId}:${emoji}`;

export type MediaKind = 'files' | 'images' | 'links';

/** Prefix of the media index. */
export const groupKindOf = (groupId: string, kind: MediaKind): string => `${groupId}:${kind}`;

/** A message has at most one file, under the message's id, and any number of links, numbered from 0. */
export const linkMediaId = (messageId: string, index: number): string => `${messageId}#${index}`;

/** Owner key of personal entries. */
export const personalOwnerKey = (userId: string): string => `user-${userId}`;

/** The calendar an entry belongs to: the group's, or its creator's own. */
export const ownerKeyOf = (entry: { readonly groupId: string; readonly creatorId: string }): string =>
  entry.groupId === MY_SCHEDULE ? personalOwnerKey(entry.creatorId) : entry.groupId;
