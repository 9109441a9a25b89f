import { collections, type EntryDocument, type MessageDocument } from '@quorum/contracts/documents/collections.ts';
import { personView } from '@quorum/contracts/documents/present.ts';
import type { Change } from '@quorum/contracts/ports/read-store.ts';
import type { ServerFrames } from '@quorum/contracts/wire/socket.ts';
import type { EventView } from '@quorum/contracts/wire/views.ts';
import { type Context, linkOf, loadPeople } from '../application/context.ts';
import { presentEntries } from '../application/events.ts';
import { presentMessages } from '../application/messages.ts';

export type Frame = {
  readonly name: keyof ServerFrames;
  readonly payload: unknown;
  readonly audience: string;
  readonly sequence: number;
};

const withMessage = new Set(['newMessage', 'messageUpdated']);
const withPerson = new Set(['memberJoined', 'memberUpdated']);
const withEvent = new Set(['eventCreated', 'eventUpdated']);

const eventsById = async (context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, EventView>> => {
  if (ids.length === 0) return new Map();
  const entries = await context.reads.active.getMany<EntryDocument>(collections.entries.name, [...new Set(ids)]);
  return new Map((await presentEntries(context, [...entries.values()])).map((event) => [event._id, event]));
};

/**
 * Thin changes into what sockets get, with one look-up for the whole batch. A message or an event that is gone by now is told
 * as deleted; so a replay always ends in the present state.
 */
export const framesOf = async (context: Context, changes: readonly Change[]): Promise<readonly Frame[]> => {
  const messageIds = changes
    .filter((change) => withMessage.has(change.kind))
    .map((change) => String(change.data.messageId));
  const documents =
    messageIds.length === 0
      ? []
      : [
          ...(
            await context.reads.active.getMany<MessageDocument>(collections.messages.name, [...new Set(messageIds)])
          ).values(),
        ];
  const views = new Map((await presentMessages(context, documents)).map((message) => [message._id, message]));
  const events = await eventsById(
    context,
    changes.filter((change) => withEvent.has(change.kind)).map((change) => String(change.data.eventId)),
  );
  const named = changes.filter((change) => withPerson.has(change.kind)).map((change) => String(change.data.userId));
  const people = named.length === 0 ? new Map<string, never>() : await loadPeople(context, named);
  const link = linkOf(context);

  return changes.map((change): Frame => {
    const { audience, sequence, data } = change;
    const name = change.kind as keyof ServerFrames;
    if (withMessage.has(name)) {
      const message = views.get(String(data.messageId));
      return message === undefined
        ? {
            name: 'messageDeleted',
            payload: { messageId: data.messageId, groupId: data.groupId, isEvent: false },
            audience,
            sequence,
          }
        : { name, payload: message, audience, sequence };
    }
    if (withEvent.has(name)) {
      const event = events.get(String(data.eventId));
      return event === undefined
        ? { name: 'eventDeleted', payload: data, audience, sequence }
        : { name, payload: { ...data, event }, audience, sequence };
    }
    if (withPerson.has(name)) {
      const userId = String(data.userId);
      return { name, payload: { ...data, member: personView(userId, people.get(userId), link) }, audience, sequence };
    }
    return { name, payload: data, audience, sequence };
  });
};
