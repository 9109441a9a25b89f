import type { MediaDocument, MessageDocument } from '@quorum/contracts/documents/collections.ts';
import type { MessageKind } from '@quorum/contracts/events/message.ts';
import { findLinks } from '@quorum/contracts/text/find-links.ts';
import { type Handlers, putAll, removeWhere } from './model.ts';

type Posted = Pick<MessageDocument, 'id' | 'groupId' | 'senderId' | 'postedAt' | 'order'>;

const item = (message: Posted, id: string, kind: 'files' | 'images' | 'links', url: string | null): MediaDocument => ({
  id,
  messageId: message.id,
  groupId: message.groupId,
  senderId: message.senderId,
  groupKind: `${message.groupId}:${kind}`,
  postedAt: message.postedAt,
  order: message.order,
  url,
});

const links = (message: Posted, text: string | null): readonly MediaDocument[] => {
  if (text === null) return [];
  const urls = new Set(findLinks(text).map((link) => link.url));
  return [...urls].map((url, index) => item(message, `${message.id}#${index}`, 'links', url));
};

const attachment = (message: Posted, kind: MessageKind): readonly MediaDocument[] => {
  if (kind === 'image') return [item(message, message.id, 'images', null)];
  return kind === 'file' || kind === 'video' ? [item(message, message.id, 'files', null)] : [];
};

/** Files, images and links of the chats, by the day they were posted. */
export const mediaDocuments: Handlers = {
  MessagePosted: [
    putAll('media', ({ data, recordedAt, position }) => {
      if (data.kind === 'entry') return [];
      const message = { ...data, id: data.messageId, postedAt: recordedAt, order: position };
      const attached = data.file === null ? [] : attachment(message, data.kind);
      return [...attached, ...links(message, data.text)];
    }),
  ],
  MessageEdited: [
    removeWhere('media', ({ data }) => ({ messageId: data.messageId })),
    putAll(
      'media',
      ({ data }, read) => {
        const message = read('messages', data.messageId);
        if (message === undefined || message.deleted) return [];
        const attached = message.file === null ? [] : attachment(message, message.kind);
        return [...attached, ...links(message, data.text)];
      },
      ({ data }) => [{ collection: 'messages', id: data.messageId }],
    ),
  ],
  MessageDeleted: [removeWhere('media', ({ data }) => ({ messageId: data.messageId }))],
  GroupDeleted: [removeWhere('media', ({ data }) => ({ groupId: data.groupId }))],
  AccountDeleted: [removeWhere('media', ({ data }) => ({ senderId: data.userId }))],
};
