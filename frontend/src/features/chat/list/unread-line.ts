import type { MessageView } from '@quorum/contracts/wire/views.ts';

/** The last message that was read when the reader last looked. The line is below it. `start`: nothing was read. */
export type ReadUpTo = { readonly messageId: string } | 'start' | null;

/**
 * The first message of others after the last read one. Undefined when all are read, or the loaded messages begin later.
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

/** The last message that was read, when it is above the loaded messages. So is the first new one. */
export const readFurtherUp = (
  messages: readonly MessageView[],
  readUpTo: ReadUpTo,
  hasMoreBefore: boolean,
): string | undefined => {
  if (readUpTo === null || readUpTo === 'start' || !hasMoreBefore) return undefined;
  return messages.some(({ _id }) => _id === readUpTo.messageId) ? undefined : readUpTo.messageId;
};
