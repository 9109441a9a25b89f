import { stillLinked } from '@quorum/contracts/message/link-preview.ts';
import { ERASURE } from '@quorum/domain/message/events.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { type MessageDocument, reactionId } from '@quorum/service-kit/reads/message.ts';
import { change, type Handlers, put, putAll, type Ref, remove, removeWhere, type Step } from '../model.ts';

type OfMessage = At & { readonly data: { readonly messageId: string } };

type At = Pick<StoredEvent, 'position'>;

type OfReaction = { readonly data: { readonly messageId: string; readonly userId: string; readonly emoji: string } };

const messageId = ({ data }: OfMessage): string => data.messageId;

const readMessage = ({ data }: OfMessage): readonly Ref[] => [{ collection: 'messages', id: data.messageId }];

const ofReaction = ({ data }: OfReaction): string => reactionId(data.messageId, data.userId, data.emoji);

type Mentioned = Pick<MessageDocument, 'mentions' | 'everyone'>;

const mentioned = ({ mentions, everyone }: Mentioned): Mentioned => ({
  ...(mentions && { mentions }),
  ...(everyone && { everyone }),
});

const withoutMentions = ({ mentions: _, everyone: __, ...message }: MessageDocument): MessageDocument => message;

/** The rest of a deleted message: that it existed, its sender, and its kind. */
const deleted = ({ goneWithEntry: _, ...message }: MessageDocument, { position }: At): MessageDocument => ({
  ...withoutMentions(message),
  text: null,
  file: null,
  fileName: null,
  deleted: true,
  previews: null,
  revision: position,
});

/** Something other than the message changed what it shows. */
const raiseRevision = <E extends At>(id: (event: E) => string): Step<E> =>
  change('messages', id, (message, { position }: E) =>
    message.deleted ? message : { ...message, revision: position },
  );

/** Messages and the reactions to them. */
export const messageDocuments = {
  MessagePosted: [
    put('messages', ({ data, position, recordedAt }) => ({
      id: data.messageId,
      groupId: data.groupId,
      senderId: data.senderId,
      kind: data.kind,
      order: position,
      revision: position,
      postedAt: recordedAt,
      text: data.text,
      replyTo: data.replyTo,
      file: data.file,
      fileName: data.fileName,
      edited: false,
      deleted: false,
      previews: null,
      ...mentioned(data),
    })),
  ],
  MessageEdited: [
    change('messages', messageId, (message, { data, position }) =>
      message.deleted
        ? message
        : {
            ...withoutMentions(message),
            ...mentioned(data),
            text: data.text,
            edited: true,
            previews: message.previews && stillLinked(message.previews, data.text),
            revision: position,
          },
    ),
  ],
  MessageDeleted: [
    // Messages erased with their group or sender leave no trace.
    change('messages', messageId, (message, event) => (event.data.by === ERASURE ? null : deleted(message, event))),
    removeWhere('reactions', ({ data }) => ({ messageId: data.messageId })),
  ],
  MessageRemoved: [
    change('messages', messageId, (message, event) => deleted(message, event)),
    removeWhere('reactions', ({ data }) => ({ messageId: data.messageId })),
  ],
  /** A message that announces an entry has the entry's id. Personal entries have no message. */
  EntryDetailsChanged: [raiseRevision(({ data }) => data.entryId)],
  EntryRescheduled: [raiseRevision(({ data }) => data.entryId)],
  PollChanged: [raiseRevision(({ data }) => data.pollId)],
  SeriesSet: [raiseRevision(({ data }) => data.entryId)],
  SeriesEnded: [raiseRevision(({ data }) => data.entryId)],
  OccurrenceChanged: [raiseRevision(({ data }) => data.entryId)],
  OccurrenceCancelled: [raiseRevision(({ data }) => data.entryId)],
  OccurrenceRestored: [raiseRevision(({ data }) => data.entryId)],
  EntryCancelled: [
    change(
      'messages',
      ({ data }) => data.entryId,
      (message, event) => (message.deleted ? message : { ...deleted(message, event), goneWithEntry: true }),
    ),
    removeWhere('reactions', ({ data }) => ({ messageId: data.entryId })),
  ],
  // Its reactions do not come back.
  EntryRestored: [
    change(
      'messages',
      ({ data }) => data.entryId,
      ({ goneWithEntry, ...message }, { position }) =>
        goneWithEntry ? { ...message, deleted: false, revision: position } : message,
    ),
  ],
  ReactionAdded: [
    putAll(
      'reactions',
      (event, read) => {
        const message = read('messages', event.data.messageId);
        if (message === undefined || message.deleted) return [];
        return [
          {
            id: ofReaction(event),
            messageId: event.data.messageId,
            groupId: event.data.groupId,
            senderId: message.senderId,
            userId: event.data.userId,
            emoji: event.data.emoji,
            at: event.recordedAt,
          },
        ];
      },
      readMessage,
    ),
    raiseRevision(({ data }) => data.messageId),
  ],
  ReactionRemoved: [remove('reactions', ofReaction), raiseRevision(({ data }) => data.messageId)],
  LinkPreviewsResolved: [
    change('messages', messageId, (message, { data, position }) =>
      message.deleted ? message : { ...message, previews: data.previews, revision: position },
    ),
  ],
} satisfies Handlers;
