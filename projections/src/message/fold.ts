import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import { type Rules, type ThinChange, toGroup, withoutAudience } from '../audience.ts';
import { fold, type Handlers, model, putAll, remove, together } from '../model.ts';
import { pairId } from '../preferences/fold.ts';
import { concerns } from './concerns.ts';
import { mediaDocuments } from './media-documents.ts';
import { messageDocuments } from './message-documents.ts';
import { termsOf } from './message-terms.ts';
import { textBytes } from './text-bytes.ts';

/** The notice in the chat, with the event's id. */
export const chatNotice = (event: {
  readonly id: string;
  readonly data: { readonly groupId: string };
}): readonly ThinChange[] =>
  event.data.groupId === MY_SCHEDULE ? [] : [toGroup('chatNotice', event.data.groupId, { noticeId: event.id })];

export const messageUpdated = (groupId: string, messageId: string): ThinChange =>
  toGroup('messageUpdated', groupId, { messageId });

export const messageDeleted = (
  { position: revision }: Pick<StoredEvent, 'position'>,
  groupId: string,
  messageId: string,
  isEvent = false,
): ThinChange => toGroup('messageDeleted', groupId, { messageId, isEvent, revision });

const reaction = ({ data, position }: EventOf<'ReactionAdded' | 'ReactionRemoved'>, action: 'add' | 'remove') => {
  const { groupId, messageId, emoji, userId } = data;
  return [toGroup('messageReaction', groupId, { messageId, emoji, userId, action, revision: position })];
};

/** Audiences of its events. */
export const messageChanges = {
  MessagePosted: ({ data }) => [toGroup('newMessage', data.groupId, { messageId: data.messageId })],
  MessageEdited: ({ data }) => [messageUpdated(data.groupId, data.messageId)],
  LinkPreviewsResolved: ({ data }) => [messageUpdated(data.groupId, data.messageId)],
  MessageDeleted: (event) => [messageDeleted(event, event.data.groupId, event.data.messageId)],
  MessageRemoved: (event) => [messageDeleted(event, event.data.groupId, event.data.messageId)],
  ReactionAdded: (event) => reaction(event, 'add'),
  ReactionRemoved: (event) => reaction(event, 'remove'),
  MessagePinned: (event) => [
    toGroup('pinsUpdated', event.data.groupId, { added: event.data.messageId }),
    ...chatNotice(event),
  ],
  MessageUnpinned: ({ data }) => [toGroup('pinsUpdated', data.groupId, { removed: data.messageId })],
  ...withoutAudience('MessageErased'),
} satisfies Rules;

/** How far each member has read each chat. A marker only moves forward. */
const readMarkers = {
  GroupRead: [
    fold(
      'readMarkers',
      pairId,
      (marker, event, read) => {
        const { userId, groupId, messageId } = event.data;
        const message = read('messages', messageId);
        if (message === undefined || message.groupId !== groupId) return marker ?? null;
        if (marker !== undefined && marker.order >= message.order) return marker;
        return { id: pairId(event), userId, groupId, messageId, order: message.order };
      },
      ({ data }) => [{ collection: 'messages', id: data.messageId }],
    ),
  ],
} satisfies Handlers;

const messageId = ({ data }: { readonly data: { readonly messageId: string } }): string => data.messageId;

/** Pins go with their messages. One of an event that is deleted stays, because the event can be restored. */
const pins = {
  MessagePinned: [
    putAll(
      'pins',
      (event: EventOf<'MessagePinned'>, read) => {
        const { position: order, recordedAt: at, data } = event;
        const message = read('messages', data.messageId);
        if (message === undefined || (message.deleted && !message.goneWithEntry)) return [];
        const { id, groupId, senderId } = message;
        return [{ id, groupId, senderId, by: data.by, order, at }];
      },
      ({ data }) => [{ collection: 'messages', id: data.messageId }],
    ),
  ],
  MessageUnpinned: [remove('pins', messageId)],
  MessageDeleted: [remove('pins', messageId)],
  MessageRemoved: [remove('pins', messageId)],
} satisfies Handlers;

/**
 * Messages with what is derived from them: the terms that find them, reactions, media by date, read markers, the bytes of texts, whom
 * messages concern, and pins. They form one model because a fold only reads documents of its own model.
 */
export const chat = model({
  name: 'chat',
  version: 16,
  collections: ['messages', 'messageTerms', 'reactions', 'media', 'readMarkers', 'textBytes', 'concerns', 'pins'],
  on: together(messageDocuments, termsOf(messageDocuments), mediaDocuments, readMarkers, textBytes, concerns, pins),
});
