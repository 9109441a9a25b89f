import { spokenText } from '@quorum/contracts/message/spoken-text.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { eventOfMessage } from '../../data/message/event-of-message.ts';

export const MESSAGE_DELETED = 'This message has been deleted';
export const EVENT_DELETED = 'This event has been deleted';

/** Characters. */
const MAX_LENGTH = 160;

/** A message in one line, for quotes, dialogs and screen readers. */
export const summaryOf = (message: MessageView): string => {
  if (message.isDeleted) return message.isEvent ? EVENT_DELETED : MESSAGE_DELETED;
  const event = eventOfMessage(message);
  if (event !== undefined) return event.name;
  if (message.type !== 'text') return message.fileName ?? message.content;
  const line = spokenText(message).replace(/\s+/gu, ' ').trim();
  // A character takes at most two units, so a long text need not be split in full.
  const characters = [...line.slice(0, 2 * MAX_LENGTH)];
  const isCut = characters.length > MAX_LENGTH || line.length > 2 * MAX_LENGTH;
  return isCut ? `${characters.slice(0, MAX_LENGTH).join('')}…` : line;
};
