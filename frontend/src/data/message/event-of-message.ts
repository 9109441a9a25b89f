import type { EventView } from '@quorum/contracts/entry/wire.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { decodeEventMessage } from '@quorum/contracts/text/event-markers.ts';

/** The parts of an announced event that a chat shows. */
export type AnnouncedEvent = Pick<EventView, 'name' | 'location' | 'startsAt' | 'endsAt'>;

const isAnnounced = (event: Readonly<Record<string, unknown>>): event is AnnouncedEvent =>
  ['name', 'location', 'startsAt', 'endsAt'].every((field) => typeof event[field] === 'string');

const known = new WeakMap<MessageView, AnnouncedEvent | null>();

/** The event that a message announces. Undefined for every other message, even if its text looks like one. */
export const eventOfMessage = (message: MessageView): AnnouncedEvent | undefined => {
  if (!message.isEvent || message.isDeleted) return undefined;
  let event = known.get(message);
  if (event === undefined) {
    const decoded = decodeEventMessage(message.content)?.event;
    event = decoded !== undefined && isAnnounced(decoded) ? decoded : null;
    known.set(message, event);
  }
  return event ?? undefined;
};
