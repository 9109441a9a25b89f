import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { decodeEventMessage } from '@quorum/contracts/text/event-markers.ts';
import { memoizeByIdentity } from '../../shared/lib/memoize-by-identity.ts';

/** Only the server writes events into messages, and it writes all of one. */
const isEvent = (event: Readonly<Record<string, unknown>>): event is EventView =>
  ['name', 'location', 'startsAt', 'endsAt'].every((field) => typeof event[field] === 'string');

/** The event that a message announces. Undefined for every other message, even if its text looks like one. */
export const eventOfMessage = memoizeByIdentity((message: MessageView): EventView | undefined => {
  if (!message.isEvent || message.isDeleted) return undefined;
  const event = decodeEventMessage(message.content)?.event;
  return event !== undefined && isEvent(event) ? event : undefined;
});
