import type { MessageView } from '@quorum/contracts/message/wire.ts';

/**
 * The last message that was read when the reader last looked: the line is below it. For someone who has read none it
 * names the first unread message, since messages from before they joined do not count.
 */
export type ReadUpTo = { readonly messageId: string } | { readonly firstUnread: string } | null;

/**
 * The first message of others after the last read one. Undefined when all are read, or the loaded messages begin later.
 */
export const firstNewMessage = (
  messages: readonly MessageView[],
  readUpTo: ReadUpTo,
  userId: string,
): string | undefined => {
  const from = messages.findLastIndex(({ _id }) => _id === idOf(readUpTo));
  if (readUpTo === null || from === -1) return undefined;
  if ('firstUnread' in readUpTo) return readUpTo.firstUnread;
  return messages.slice(from + 1).find(({ senderId }) => senderId._id !== userId)?._id;
};

const idOf = (readUpTo: ReadUpTo): string | undefined => {
  if (readUpTo === null) return undefined;
  return 'firstUnread' in readUpTo ? readUpTo.firstUnread : readUpTo.messageId;
};

/** The message to load when the first new one is above the loaded messages. */
export const readFurtherUp = (
  messages: readonly MessageView[],
  readUpTo: ReadUpTo,
  hasMoreBefore: boolean,
): string | undefined => {
  const id = idOf(readUpTo);
  return !hasMoreBefore || messages.some(({ _id }) => _id === id) ? undefined : id;
};
