import type { PersonView } from '@quorum/contracts/account/wire.ts';
import type { EventView } from '@quorum/contracts/entry/wire.ts';
import { deletedMessage } from '@quorum/contracts/message/deleted-message.ts';
import type { LinkPreview } from '@quorum/contracts/message/link-preview.ts';
import type { LinkPreviewView, MessageView, ReactionView } from '@quorum/contracts/message/wire.ts';
import { encodeEventMessage } from '@quorum/contracts/text/event-markers.ts';
import { withoutBrokenMark } from '@quorum/contracts/text/mentions.ts';
import { type Message, messageDecider } from '@quorum/domain/message/decider.ts';
import { messageStream } from '@quorum/domain/message/events.ts';
import { type PersonFacts, personJoin, personView } from './account.ts';
import { collectionOf } from './collection.ts';
import { entryJoin, presentEntries } from './entry.ts';
import { groupJoin } from './group.ts';
import { distinct, type JoinsOf, join } from './joins.ts';
import { fileAddress, fileView } from './media.ts';
import { type PollDocument, pollJoin } from './poll.ts';
import { announcedSeries, seriesJoin } from './series.ts';

/**
 * `order` is the log position at which it was posted, `revision` that of the last change to what it shows, including its reactions
 * and the entry that it announces. A message that announces an entry or a poll has the id of that, and kind `entry` or `poll`.
 */
export type MessageDocument = Omit<Message, 'status' | 'removed' | 'reactions'> & {
  readonly deleted: boolean;
  /** Deleted with the entry that it announces, and only as long as that is. */
  readonly goneWithEntry?: true;
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

/**
 * Bytes of the texts that a person has in a chat, so that a quota adds up chats and not messages. Missing if there are none.
 * Id: `ownGroupId`.
 */
export type TextBytesDocument = {
  readonly id: string;
  readonly userId: string;
  readonly groupId: string;
  readonly bytes: number;
};

/**
 * One message that concerns somebody: it mentions or answers them, or mentions everyone. Id: {@link concernId}. `audienceId` is a person,
 * or the group for all who were members then.
 */
export type ConcernDocument = {
  readonly id: string;
  readonly audienceId: string;
  readonly kind: 'mention' | 'reply' | 'everyone';
  readonly messageId: string;
  readonly groupId: string;
  readonly senderId: string;
  readonly order: string;
  readonly at: string;
};

export const concernId = (messageId: string, audienceId: string): string => `${messageId}:${audienceId}`;

export const messageCollections = {
  messages: collectionOf<MessageDocument>(
    { group: 'groupId', person: 'senderId', isApart: true },
    ['groupId', 'order'],
    ['groupId', 'postedAt'],
    ['senderId', 'order'],
  ),
  reactions: collectionOf<ReactionDocument>(
    { group: 'groupId', person: ['senderId', 'userId'], isApart: true },
    ['messageId', 'at'],
    ['messageId', 'emoji'],
    ['userId'],
    ['groupId'],
    ['senderId'],
  ),
  textBytes: collectionOf<TextBytesDocument>(
    { group: 'groupId', person: 'userId', isApart: true },
    ['userId'],
    ['groupId'],
  ),
  concerns: collectionOf<ConcernDocument>(
    { group: 'groupId', person: ['senderId', 'audienceId'], isApart: true },
    ['groupId', 'audienceId', 'order'],
    ['messageId'],
    ['senderId'],
    ['audienceId', 'at'],
  ),
};

export type ReactionFacts = Pick<ReactionDocument, 'emoji' | 'userId'>;

/** People listed per emoji. All others are only counted, because a group may have thousands of members. */
export const LISTED_REACTORS = 50;

/** Reactions to one message: each emoji once, in order of first use. */
export const reactionViews = (
  reactions: Iterable<ReactionFacts>,
  viewerId: string | undefined,
): readonly ReactionView[] => {
  const users = new Map<string, string[]>();
  for (const { emoji, userId } of reactions) {
    const known = users.get(emoji);
    if (known === undefined) users.set(emoji, [userId]);
    else known.push(userId);
  }
  const isListed = (userId: string, place: number): boolean => place < LISTED_REACTORS || userId === viewerId;
  return [...users].map(([emoji, ids]) => ({ emoji, users: ids.filter(isListed), count: ids.length }));
};

type Joined = {
  readonly sender: PersonFacts | undefined;
  readonly mentioned: readonly PersonView[];
  readonly reactions: readonly ReactionView[];
  /** The entry that a message of kind `entry` announces; absent once it is deleted. */
  readonly entry?: EventView | undefined;
  /** The same of a message of kind `poll`. */
  readonly poll?: PollDocument | undefined;
  readonly replyTo: MessageView | null;
};

/** Turns the file ids of a preview into addresses. */
export const linkPreviewView = ({ image, ...preview }: LinkPreview): LinkPreviewView => ({
  ...preview,
  ...(image === undefined ? {} : { image: fileAddress(image) }),
});

const contentOf = ({ text }: MessageDocument, { entry, poll }: Joined): string => {
  if (entry !== undefined) return encodeEventMessage(entry);
  return (poll === undefined ? text : poll.name) ?? '';
};

/** The content of a message that was not deleted. */
const contentView = (message: MessageDocument, joins: Joined) => ({
  content: contentOf(message, joins),
  ...(joins.poll && { isPoll: true as const }),
  ...(message.file === null ? {} : fileView(message.file, message.fileName)),
  isEdited: message.edited,
  reactions: joins.reactions,
  linkPreviews: (message.previews ?? []).map((preview) => linkPreviewView(preview)),
  ...(joins.mentioned.length > 0 && { mentions: joins.mentioned }),
  ...(message.everyone && { everyone: true as const }),
});

const isLostPoll = ({ kind }: MessageDocument, { poll }: Joined): boolean => kind === 'poll' && poll === undefined;

/** A deleted message, or one whose entry was deleted, shows only that it existed. */
const messageView = (message: MessageDocument, joins: Joined): MessageView => {
  const isEvent = message.kind === 'entry';
  const shown = {
    _id: message.id,
    groupId: message.groupId,
    senderId: personView(message.senderId, joins.sender),
    type: message.kind === 'entry' || message.kind === 'poll' ? 'text' : message.kind,
    createdAt: message.postedAt,
    isDeleted: false,
    isEvent,
    replyTo: joins.replyTo,
    order: message.order,
    revision: message.revision,
  } as const;
  const isGone = message.deleted || (isEvent && joins.entry === undefined) || isLostPoll(message, joins);
  return isGone ? deletedMessage(shown) : { ...shown, ...contentView(message, joins) };
};

export const messageDocument = (message: Message): MessageDocument => ({
  ...message,
  deleted: message.status === 'deleted',
});

const messageJoin = join(messageCollections, {
  collection: 'messages',
  stream: messageStream,
  fold: messageDecider,
  document: (message) => (message.status === 'none' ? undefined : messageDocument(message)),
});

/** The joins of a chat's views. */
export const messageJoins = {
  people: personJoin,
  groups: groupJoin,
  messages: messageJoin,
  entries: entryJoin,
  series: seriesJoin,
  polls: pollJoin,
};

export type MessageJoins = JoinsOf<typeof messageJoins> & {
  /** By message. */
  readonly reactions: (messageIds: readonly string[]) => Promise<ReadonlyMap<string, readonly ReactionView[]>>;
};

/** With the messages that these reply to. */
const withReplied = async (joins: MessageJoins, messages: readonly MessageDocument[]) => {
  const known = new Map(messages.map((message) => [message.id, message]));
  const replied = messages.flatMap(({ replyTo }) => (replyTo === null || known.has(replyTo) ? [] : [replyTo]));
  return replied.length === 0 ? known : new Map([...known, ...(await joins.messages(distinct(replied)))]);
};

/** The single and the repeating entries that messages announce. */
const announcedBy = async (joins: MessageJoins, ids: readonly string[]): Promise<EventView[]> => {
  const [entries, series] = await Promise.all([joins.entries(ids), joins.series(ids)]);
  return [
    ...(await presentEntries(joins, [...entries.values()])),
    ...(await announcedSeries(joins, [...series.values()])),
  ];
};

/** Messages as clients see them, with senders, reactions, announced entries and replied-to messages joined. */
export const presentMessages = async (
  joins: MessageJoins,
  shown: readonly MessageDocument[],
): Promise<MessageView[]> => {
  if (shown.length === 0) return [];
  const messages = await withReplied(joins, shown);
  const all = [...messages.values()];
  const ofKind = (wanted: MessageDocument['kind']) => all.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
  const [people, reactions, events, polls] = await Promise.all([
    joins.people(distinct(all.flatMap(({ senderId, mentions = [] }) => [senderId, ...mentions]))),
    joins.reactions(shown.map(({ id }) => id)),
    announcedBy(joins, ofKind('entry')),
    joins.polls(ofKind('poll')),
  ]);
  const eventOf = new Map(events.map((event) => [event.id, event]));

  const view = (
    message: MessageDocument,
    replyTo: MessageView | null,
    entry = eventOf.get(message.id),
  ): MessageView => {
    const joined = {
      sender: people.get(message.senderId),
      mentioned: (message.mentions ?? []).map((id) => personView(id, people.get(id))),
      reactions: reactions.get(message.id) ?? [],
      entry,
      poll: polls.get(message.id),
      replyTo,
    };
    return messageView(message, joined);
  };
  const quote = (message: MessageDocument): MessageView =>
    view(quoted(message), null, quotedEntry(eventOf.get(message.id)));
  // A reply shows the message it replies to, but not that message's own reply, and to an erased one still that it was a reply.
  const replyView = (message: MessageDocument): MessageView | null => {
    const { replyTo } = message;
    return replyTo === null ? null : quote(messages.get(replyTo) ?? erased(message, replyTo));
  };
  return shown.map((message) => view(message, replyView(message)));
};

const erased = (reply: MessageDocument, id: string): MessageDocument => ({
  ...reply,
  id,
  revision: '',
  senderId: '',
  kind: 'text',
  text: null,
  file: null,
  fileName: null,
  replyTo: null,
  previews: null,
  edited: false,
  deleted: true,
});

/** Characters of the text of a message that another one replies to. */
const MAX_QUOTED = 300;

/** The beginning of a text, which never ends within a character. */
export const beginningOf = (text: string, length: number): string => text.slice(0, length).replace(/\p{Cs}$/u, '');

const quoted = (message: MessageDocument): MessageDocument =>
  message.text === null ? message : { ...message, text: withoutBrokenMark(beginningOf(message.text, MAX_QUOTED)) };

const quotedEntry = (entry: EventView | undefined): EventView | undefined =>
  entry && { ...entry, description: beginningOf(entry.description, MAX_QUOTED) };

export const reactionId = (messageId: string, userId: string, emoji: string): string =>
  `${messageId}:${userId}:${emoji}`;
