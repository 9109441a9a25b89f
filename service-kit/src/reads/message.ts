import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { deletedMessage } from '@quorum/contracts/message/deleted-message.ts';
import type { LinkPreview } from '@quorum/contracts/message/link-preview.ts';
import type {
  EventSpan,
  LinkPreviewView,
  MessageView,
  NoticeKind,
  NoticeView,
  ReactionView,
} from '@quorum/contracts/message/wire.ts';
import { encodeEventMessage } from '@quorum/contracts/text/event-markers.ts';
import type { Message } from '@quorum/domain/message/decider.ts';
import type { Collections } from '../ports/read-store.ts';
import { type Link, type PersonFacts, personView } from './account.ts';
import { fileView } from './media.ts';

/**
 * `order` is the log position of its posting, `revision` that of the last change to what it shows, be it of its reactions or of
 * the entry that it announces. A message that announces an entry has the entry's id and kind
 * `entry`.
 */
export type MessageDocument = Omit<Message, 'status' | 'removed' | 'reactions'> & { readonly deleted: boolean };

/**
 * One notice of a chat: an entry was moved or cancelled, or a member joined, left or was removed. Id: its event's. `order` is the
 * event's log position, as with messages. `userId` is the actor, or the member. `entry` has the entry's name and time at that
 * moment; `to` only if it was moved.
 */
export type NoticeDocument = {
  readonly id: string;
  readonly groupId: string;
  readonly kind: NoticeKind;
  readonly userId: string;
  readonly order: string;
  readonly at: string;
  readonly entryId: string | null;
  readonly entry: { readonly name: string | null; readonly from: EventSpan; readonly to: EventSpan | null } | null;
};

/** Id: {@link reactionId}. `senderId` is the message's sender, so that erasing them also removes reactions to their messages. */
export type ReactionDocument = {
  readonly id: string;
  readonly messageId: string;
  readonly groupId: string;
  readonly senderId: string;
  readonly userId: string;
  readonly emoji: string;
  readonly at: string;
};

export const messageCollections = {
  messages: {
    name: 'messages',
    indexes: [['groupId', 'order'], ['senderId']],
  },
  notices: { name: 'notices', indexes: [['groupId', 'order'], ['userId', 'kind'], ['entryId']] },
  reactions: {
    name: 'reactions',
    indexes: [['messageId', 'at'], ['userId'], ['groupId'], ['senderId']],
  },
} as const satisfies Collections;

export type MessageDocuments = {
  readonly messages: MessageDocument;
  readonly notices: NoticeDocument;
  readonly reactions: ReactionDocument;
};

/** Reactions to one message: each emoji once, in order of first use. */
export const reactionViews = (
  reactions: readonly Pick<ReactionDocument, 'emoji' | 'userId'>[],
): readonly ReactionView[] => {
  const users = new Map<string, string[]>();
  for (const { emoji, userId } of reactions) {
    const known = users.get(emoji);
    if (known === undefined) users.set(emoji, [userId]);
    else known.push(userId);
  }
  return [...users].map(([emoji, ids]) => ({ emoji, users: ids, count: ids.length }));
};

export type MessageJoins = {
  readonly sender: PersonFacts | undefined;
  readonly reactions: readonly Pick<ReactionDocument, 'emoji' | 'userId'>[];
  /** The entry that a message of kind `entry` announces; absent once it is deleted. */
  readonly entry?: EventView | undefined;
  readonly replyTo: MessageView | null;
};

/** Turns the file ids of a preview into addresses. */
export const linkPreviewView = ({ image, favicon, ...said }: LinkPreview, link: Link): LinkPreviewView => ({
  ...said,
  ...(image === undefined ? {} : { image: link(image) }),
  ...(favicon === undefined ? {} : { favicon: link(favicon) }),
});

/** The content of a message that was not deleted. */
const saidView = (message: MessageDocument, { entry, reactions }: MessageJoins, link: Link) => ({
  content: entry === undefined ? (message.text ?? '') : encodeEventMessage(entry),
  ...(message.file === null ? {} : fileView(message.file, message.fileName, link)),
  isEdited: message.edited,
  reactions: reactionViews(reactions),
  linkPreviews: (message.previews ?? []).map((preview) => linkPreviewView(preview, link)),
});

/** A deleted message, or one whose entry was deleted, shows only that it existed. */
export const messageView = (message: MessageDocument, joins: MessageJoins, link: Link): MessageView => {
  const isEvent = message.kind === 'entry';
  const shown = {
    _id: message.id,
    groupId: message.groupId,
    senderId: personView(message.senderId, joins.sender, link),
    type: message.kind === 'entry' ? 'text' : message.kind,
    createdAt: message.postedAt,
    isDeleted: false,
    isEvent,
    replyTo: joins.replyTo,
    order: message.order,
    revision: message.revision,
  } as const;
  const isGone = message.deleted || (isEvent && joins.entry === undefined);
  return isGone ? deletedMessage(shown) : { ...shown, ...saidView(message, joins, link) };
};

/** @param person absent if deleted. */
export const noticeView = (
  { id, groupId, kind, userId, entry, at, order }: NoticeDocument,
  person: PersonFacts | undefined,
  link: Link,
): NoticeView => ({
  _id: id,
  groupId,
  kind,
  person: personView(userId, person, link),
  ...(entry === null
    ? {}
    : {
        event: {
          name: entry.name ?? '',
          from: entry.from,
          ...(entry.to === null ? {} : { to: entry.to }),
        },
      }),
  createdAt: at,
  order,
});

export const reactionId = (messageId: string, userId: string, emoji: string): string =>
  `${messageId}:${userId}:${emoji}`;
