import type { MediaKind } from '@quorum/contracts/media/wire.ts';
import { findLinks } from '@quorum/contracts/text/find-links.ts';
import type { MessageKind } from '@quorum/domain/message/events.ts';
import { groupKindOf, linkMediaId, type MediaDocument } from '@quorum/service-kit/reads/media.ts';
import type { MessageDocument } from '@quorum/service-kit/reads/message.ts';
import { type Handlers, putAll, removeWhere } from '../model.ts';

type Posted = Pick<MessageDocument, 'id' | 'groupId' | 'senderId' | 'postedAt'>;

/** Links of one message that are listed. A message has room for a thousand, and each would be a document. */
const MAX_LINKS = 20;

const NONE: readonly MediaDocument[] = [];

const item = (message: Posted, id: string, kind: MediaKind, url: string | null): MediaDocument => ({
  id,
  messageId: message.id,
  groupId: message.groupId,
  senderId: message.senderId,
  groupKind: groupKindOf(message.groupId, kind),
  postedAt: message.postedAt,
  url,
});

const links = (message: Posted, text: string | null): readonly MediaDocument[] => {
  const found = text === null ? [] : findLinks(text);
  if (found.length === 0) return NONE;
  const urls = [...new Set(found.map((link) => link.url))].slice(0, MAX_LINKS);
  return urls.map((url, index) => item(message, linkMediaId(message.id, index), 'links', url));
};

const attachment = (message: Posted, kind: MessageKind): readonly MediaDocument[] => {
  if (kind === 'image') return [item(message, message.id, 'images', null)];
  return kind === 'file' || kind === 'video' ? [item(message, message.id, 'files', null)] : NONE;
};

/** Fast path: nearly every message has none. */
const mediaOf = (
  message: Posted,
  { kind, file, text }: Pick<MessageDocument, 'kind' | 'file' | 'text'>,
): readonly MediaDocument[] => {
  const linked = links(message, text);
  return file === null ? linked : [...attachment(message, kind), ...linked];
};

/** Files, images and links of the chats, by the day they were posted. */
export const mediaDocuments = {
  MessagePosted: [
    putAll('media', ({ data, recordedAt }) => {
      if (data.kind === 'entry') return NONE;
      const { messageId, groupId, senderId } = data;
      return mediaOf({ id: messageId, groupId, senderId, postedAt: recordedAt }, data);
    }),
  ],
  MessageEdited: [
    removeWhere('media', ({ data }) => ({ messageId: data.messageId })),
    putAll(
      'media',
      ({ data }, read) => {
        const message = read('messages', data.messageId);
        if (message === undefined || message.deleted) return NONE;
        return mediaOf(message, { ...message, text: data.text });
      },
      ({ data }) => [{ collection: 'messages', id: data.messageId }],
    ),
  ],
  MessageDeleted: [removeWhere('media', ({ data }) => ({ messageId: data.messageId }))],
  MessageRemoved: [removeWhere('media', ({ data }) => ({ messageId: data.messageId }))],
} satisfies Handlers;
