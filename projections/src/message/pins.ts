import type { EventOf } from '@quorum/domain/stored-event.ts';
import { type Handlers, putAll, remove } from '../model.ts';

const messageId = ({ data }: { readonly data: { readonly messageId: string } }): string => data.messageId;

/** Pins go with their messages. One of an event that is deleted stays, because the event can be restored. */
export const pins = {
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
