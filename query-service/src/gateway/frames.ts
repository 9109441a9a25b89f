import { collections, type EntryDocument, type MessageDocument } from '@quorum/contracts/documents/collections.ts';
import { personView } from '@quorum/contracts/documents/present.ts';
import type { Change } from '@quorum/contracts/ports/read-store.ts';
import type { ServerFrames } from '@quorum/contracts/wire/socket.ts';
import type { EventView, MessageView } from '@quorum/contracts/wire/views.ts';
import { type Context, linkOf, loadPeople } from '../application/context.ts';
import { presentEntries } from '../application/events.ts';
import { presentMessages } from '../application/present-messages.ts';

export type Frame = {
  readonly name: keyof ServerFrames;
  readonly payload: unknown;
  readonly audience: string;
  readonly sequence: number;
};

const withMessage = new Set(['newMessage', 'messageUpdated']);
const withPerson = new Set(['memberJoined', 'memberUpdated']);
const withEvent = new Set(['eventCreated', 'eventUpdated']);

/** The different values of one field of those changes that are of these kinds. */
const idsOf = (changes: readonly Change[], kinds: ReadonlySet<string>, field: string): string[] => [
  ...new Set(changes.filter(({ kind }) => kinds.has(kind)).map(({ data }) => String(data[field]))),
];

const messagesById = async (context: Context, ids: string[]): Promise<ReadonlyMap<string, MessageView>> => {
  if (ids.length === 0) return new Map();
  const found = await context.reads.active.getMany<MessageDocument>(collections.messages.name, ids);
  return new Map((await presentMessages(context, [...found.values()])).map((message) => [message._id, message]));
};

const eventsById = async (context: Context, ids: string[]): Promise<ReadonlyMap<string, EventView>> => {
  if (ids.length === 0) return new Map();
  const found = await context.reads.active.getMany<EntryDocument>(collections.entries.name, ids);
  return new Map((await presentEntries(context, [...found.values()])).map((event) => [event._id, event]));
};

/**
 * Thin changes into what sockets get, with one look-up for the whole batch. A message or an event that is gone by now is told
 * as deleted; so a replay always ends in the present state.
 */
export const framesOf = async (context: Context, changes: readonly Change[]): Promise<readonly Frame[]> => {
  const named = idsOf(changes, withPerson, 'userId');
  const [messages, events, people] = await Promise.all([
    messagesById(context, idsOf(changes, withMessage, 'messageId')),
    eventsById(context, idsOf(changes, withEvent, 'eventId')),
    named.length === 0 ? new Map<string, never>() : loadPeople(context, named),
  ]);
  const link = linkOf(context);

  return changes.map((change): Frame => {
    const { audience, sequence, data } = change;
    const name = change.kind as keyof ServerFrames;
    if (withMessage.has(name)) {
      const message = messages.get(String(data.messageId));
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
