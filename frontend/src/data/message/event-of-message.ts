import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { decodeEventMessage } from '@quorum/contracts/text/event-markers.ts';

/** Only the server writes events into messages, and it writes all of one. */
const isEvent = (event: Readonly<Record<string, unknown>>): event is EventView =>
  ['name', 'location', 'startsAt', 'endsAt'].every((field) => typeof event[field] === 'string');

const known = new WeakMap<MessageView, EventView | null>();

/** The event that a message announces. Undefined for every other message, even if its text looks like one. */
export const eventOfMessage = (message: MessageView): EventView | undefined => {
  if (!message.isEvent || message.isDeleted) return undefined;
  let event = known.get(message);
  if (event === undefined) {
    const decoded = decodeEventMessage(message.content)?.event;
    event = decoded !== undefined && isEvent(decoded) ? decoded : null;
    known.set(message, event);
  }
  return event ?? undefined;
};
