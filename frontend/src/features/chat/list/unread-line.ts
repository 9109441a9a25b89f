import type { MessageView } from '@quorum/contracts/wire/views.ts';

/** What was read when the reader last looked: the line stands below it. `start`: nothing was read yet. */
export type ReadUpTo = { readonly messageId: string } | 'start' | null;

/**
 * The first message of others below what was read, or nothing: everything is read, or the loaded stretch begins after
 * what was read.
 */
export const firstNewMessage = (
  messages: readonly MessageView[],
  readUpTo: ReadUpTo,
  userId: string,
  hasMoreBefore: boolean,
): string | undefined => {
  if (readUpTo === null) return undefined;
  const from = readUpTo === 'start' ? -1 : messages.findLastIndex(({ _id }) => _id === readUpTo.messageId);
  if (from === -1 && (readUpTo !== 'start' || hasMoreBefore)) return undefined;
  return messages.slice(from + 1).find(({ senderId }) => senderId._id !== userId)?._id;
};

/** What was read last, where it is further up than what is loaded: so is the first new message. */
export const readFurtherUp = (
  messages: readonly MessageView[],
  readUpTo: ReadUpTo,
  hasMoreBefore: boolean,
): string | undefined => {
  if (readUpTo === null || readUpTo === 'start' || !hasMoreBefore) return undefined;
  return messages.some(({ _id }) => _id === readUpTo.messageId) ? undefined : readUpTo.messageId;
};
