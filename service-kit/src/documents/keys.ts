import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';

/**
 * Ids and index keys of documents that are made of others' ids. Projections write under them, queries and the gateway look under
 * them; both sides have them from here.
 */

export const membershipId = (groupId: string, userId: string): string => `${groupId}:${userId}`;

/** Of what one person has for each group: its colour, its pin, how far its chat is read. */
export const ownGroupId = (userId: string, groupId: string): string => `${userId}:${groupId}`;

export const reactionId = (messageId: string, userId: string, emoji: string): string =>
  `${messageId}:${userId}:${emoji}`;

export type MediaKind = 'files' | 'images' | 'links';

/** What an index of media begins with. */
export const groupKindOf = (groupId: string, kind: MediaKind): string => `${groupId}:${kind}`;

/** A message has one file at most, which has the message's id, and any number of links, counted from 0. */
export const linkMediaId = (messageId: string, index: number): string => `${messageId}#${index}`;

/** Of personal entries. */
export const personalOwnerKey = (userId: string): string => `user-${userId}`;

/** Whose calendar an entry stands in: the group's, or its creator's own. */
export const ownerKeyOf = (entry: { readonly groupId: string; readonly creatorId: string }): string =>
  entry.groupId === MY_SCHEDULE ? personalOwnerKey(entry.creatorId) : entry.groupId;
