import { decodeEventMessage } from '@quorum/contracts/text/event-markers.ts';
import type { EventView, MessageView } from '@quorum/contracts/wire/views.ts';
import { z } from 'zod';

const announced = z.object({
  _id: z.string(),
  name: z.string(),
  location: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
});

/** What a chat shows of the event that a message announces. */
export type AnnouncedEvent = Pick<EventView, keyof z.infer<typeof announced>>;

const known = new WeakMap<MessageView, AnnouncedEvent | null>();

/** The event that a message announces; undefined for every other message, whatever its text looks like. */
export const eventOfMessage = (message: MessageView): AnnouncedEvent | undefined => {
  if (!message.isEvent || message.isDeleted) return undefined;
  let event = known.get(message);
  if (event === undefined) {
    event = announced.safeParse(decodeEventMessage(message.content)?.event).data ?? null;
    known.set(message, event);
  }
  return event ?? undefined;
};
