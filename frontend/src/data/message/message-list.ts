import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { isInChat } from '@quorum/contracts/message/chat-notice.ts';
import { concernsUser } from '@quorum/contracts/message/concerns.ts';
import { deletedMessage } from '@quorum/contracts/message/deleted-message.ts';
import type { MessagesView, MessageView, NoticeView, ReactionView } from '@quorum/contracts/message/wire.ts';
import type { PayloadOf } from '@quorum/contracts/socket.ts';
import { type Answers, newerAnswers } from '../calendar-entry/attendance.ts';
import { mergedNotices, nobody, withoutEntry, withoutPerson, withPersonInNotices } from './notice-list.ts';

/**
 * The loaded stretch of a group's messages, oldest first, and the pure changes it goes through. Each change gives the
 * same object back when it changes nothing, and may be applied twice.
 */
export type MessageList = {
  readonly messages: readonly MessageView[];
  readonly notices: readonly NoticeView[];
  readonly hasMoreBefore: boolean;
  /** The stretch does not reach the newest message (after a jump to an old one). */
  readonly hasMoreAfter: boolean;
  /** Highest order that is known to exist, also of messages beyond the stretch. */
  readonly newestOrder: string;
  /** Who comes to the announced events, by the events' ids. */
  readonly attendances?: NonNullable<MessagesView['attendances']>;
};

type DeletedChange = PayloadOf<'messageDeleted'>;
type ReactionChange = PayloadOf<'messageReaction'>;

const later = (a: string, b: string): string => (a < b ? b : a);

const newestOf = (messages: readonly MessageView[]): string => messages.at(-1)?.order ?? '';

/**
 * The newest page, or one around a message.
 * @param newestOrder of the messages that are known already.
 */
export const messageListOf = (
  { messages, notices, hasMore, hasMoreAfter = false, attendances }: MessagesView,
  newestOrder = '',
): MessageList => ({
  ...(attendances && { attendances }),
  messages,
  notices,
  hasMoreBefore: hasMore,
  hasMoreAfter: hasMoreAfter || newestOf(messages) < newestOrder,
  newestOrder: later(newestOf(messages), newestOrder),
});

type Item = MessageView | NoticeView;

/** The oldest message or notice of the stretch. Older pages start there. */
export const firstOf = ({ messages: [message], notices: [notice] }: MessageList): Item | undefined =>
  message && notice ? (message.order < notice.order ? message : notice) : (message ?? notice);

export const firstIdOf = (list: MessageList | undefined): string | undefined => list && firstOf(list)?._id;

/** The newest message or notice of the stretch. Newer pages start there. */
export const lastOf = ({ messages, notices }: Pick<MessageList, 'messages' | 'notices'>): Item | undefined => {
  const [message, notice] = [messages.at(-1), notices.at(-1)];
  return message && notice ? (message.order < notice.order ? notice : message) : (message ?? notice);
};

/** Whether an item of this order belongs to a page that is not loaded yet. */
const isBeyond = (list: MessageList, order: string): boolean => {
  const [first, last] = [firstOf(list), lastOf(list)];
  if (first === undefined || last === undefined) return false;
  return (list.hasMoreBefore && order < first.order) || (list.hasMoreAfter && order > last.order);
};

export const indexOfMessage = ({ messages }: MessageList, id: string): number =>
  messages.findLastIndex(({ _id }) => _id === id);

/** The index at which a message of this order belongs. */
const placeOf = (messages: readonly MessageView[], order: string): number => {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((messages[middle]?.order ?? '') <= order) low = middle + 1;
    else high = middle;
  }
  return low;
};

export const withMessage = (list: MessageList, message: MessageView): MessageList => {
  const known = indexOfMessage(list, message._id);
  if (known !== -1) return withUpdated(list, message);
  const newestOrder = later(message.order, list.newestOrder);
  if (isBeyond(list, message.order)) return newestOrder === list.newestOrder ? list : { ...list, newestOrder };
  const place = placeOf(list.messages, message.order);
  return cutBefore({ ...list, newestOrder, messages: list.messages.toSpliced(place, 0, message) });
};

/**
 * The most messages that are kept, so that the work for a change does not grow with the chat: a new message takes 0.5 ms
 * in the cache at this number.
 */
export const MAX_HELD = 1_000;

/** Drops the oldest messages above the limit. They can be loaded again. */
const cutBefore = (list: MessageList): MessageList => {
  if (list.messages.length <= MAX_HELD) return list;
  const messages = list.messages.slice(-MAX_HELD);
  const first = messages[0]?.order ?? '';
  return { ...list, messages, notices: list.notices.filter(({ order }) => order > first), hasMoreBefore: true };
};

/** @param notice undefined if the change has none, or no longer has one. */
export const withNotice = (list: MessageList, notice: NoticeView | undefined): MessageList => {
  if (notice === undefined || !isInChat(notice) || isBeyond(list, notice.order)) return list;
  const notices = mergedNotices(list.notices, [notice]);
  return notices === list.notices ? list : { ...list, notices };
};

/** Without the notices of an event that nothing may name any more. */
export const withoutNoticesOf = (list: MessageList, entryId: string): MessageList => {
  const notices = withoutEntry(list.notices, entryId);
  return notices === list.notices ? list : { ...list, notices };
};

/** Changes the answers to one event. They stay when its message leaves the stretch. */
export const withAnswers = (list: MessageList, eventId: string, change: (answers: Answers) => Answers): MessageList => {
  const known: Answers = list.attendances?.[eventId] ?? {};
  const { attendance, mine } = change(known);
  if (attendance === undefined || (attendance === known.attendance && mine === known.mine)) return list;
  const answers = mine === undefined ? { attendance } : { attendance, mine };
  return { ...list, attendances: { ...list.attendances, [eventId]: answers } };
};

/** Takes the answers that came with a page. */
const withAllAnswers = (list: MessageList, { attendances = {} }: MessagesView): MessageList =>
  Object.entries(attendances).reduce(
    (now, [eventId, answers]) => withAnswers(now, eventId, (known) => newerAnswers(known, answers)),
    list,
  );

/** Changes one message and the copies of it that replies show. */
const change = (list: MessageList, id: string, make: (message: MessageView) => MessageView): MessageList => {
  let touched = false;
  const messages = list.messages.map((message) => {
    const changed = message._id === id ? make(message) : quoting(message, id, make);
    touched ||= changed !== message;
    return changed;
  });
  return touched ? { ...list, messages } : list;
};

const quoting = (message: MessageView, id: string, make: (quoted: MessageView) => MessageView): MessageView => {
  if (message.replyTo?._id !== id) return message;
  const quoted = make(message.replyTo);
  return quoted === message.replyTo ? message : { ...message, replyTo: quoted };
};

/** Takes a newer version. Deletion is final, also before the server has answered it with a revision. */
export const withUpdated = (list: MessageList, message: MessageView): MessageList =>
  change(list, message._id, (known) => {
    if (message.revision <= known.revision || (known.isDeleted && !message.isDeleted)) return known;
    const reactions = message.reactions.map((reaction) => withListed(reaction, known.reactions));
    // The server sends a quoted message without a quote of its own.
    return { ...message, reactions, replyTo: known.replyTo === null ? null : message.replyTo };
  });

/** A frame does not list everybody who reacted, and may miss its reader. */
const withListed = (reaction: ReactionView, before: readonly ReactionView[]): ReactionView => {
  if (reaction.users.length === reaction.count) return reaction;
  const known = before.find(({ emoji }) => emoji === reaction.emoji)?.users ?? [];
  return { ...reaction, users: [...new Set([...reaction.users, ...known])].slice(0, reaction.count) };
};

/** A quoted message whose writer deleted the account. */
const erasedVersion = (message: MessageView): MessageView => ({
  ...deletedMessage({ ...message, type: 'text', isEvent: false, replyTo: null }),
  senderId: nobody(),
});

export const withDeleted = (list: MessageList, { messageId, isEvent, revision }: DeletedChange): MessageList =>
  change(list, messageId, (message) =>
    message.isDeleted
      ? message
      : deletedMessage({
          ...message,
          isEvent: isEvent || message.isEvent,
          revision: later(message.revision, revision),
        }),
  );

/**
 * The user's own reaction shows before the server has given it a revision.
 * @param viewer is always listed by the server if they reacted. If not listed, their reaction was already removed here.
 */
export const withReaction = (
  list: MessageList,
  { messageId, emoji, userId, action, revision }: ReactionChange,
  viewer: { readonly userId: string | undefined },
): MessageList =>
  change(list, messageId, (message) => {
    if (message.isDeleted || (revision !== '' && revision <= message.revision)) return message;
    const isNews = revision !== '';
    const reactions =
      action === 'add'
        ? added(message.reactions, emoji, userId)
        : removed(message.reactions, emoji, { userId, isCounted: isNews && userId !== viewer.userId });
    if (reactions === message.reactions && !isNews) return message;
    return { ...message, reactions, revision: later(message.revision, revision) };
  });

const added = (reactions: readonly ReactionView[], emoji: string, userId: string): readonly ReactionView[] => {
  const at = reactions.findIndex((reaction) => reaction.emoji === emoji);
  const known = reactions[at];
  if (known === undefined) return [...reactions, { emoji, users: [userId], count: 1 }];
  if (known.users.includes(userId)) return reactions;
  return reactions.with(at, { emoji, users: [...known.users, userId], count: known.count + 1 });
};

/** `isCounted` if the person certainly was among those who reacted, listed or not. */
const removed = (
  reactions: readonly ReactionView[],
  emoji: string,
  { userId, isCounted }: { readonly userId: string; readonly isCounted: boolean },
): readonly ReactionView[] => {
  const at = reactions.findIndex((reaction) => reaction.emoji === emoji);
  const known = reactions[at];
  if (known === undefined) return reactions;
  const users = known.users.filter((user) => user !== userId);
  const isListed = users.length < known.users.length;
  if (!isListed && !(isCounted && users.length < known.count)) return reactions;
  const count = Math.max(users.length, known.count - 1);
  return count === 0 ? reactions.toSpliced(at, 1) : reactions.with(at, { emoji, users, count });
};

/** Another person's message without the reactions and the quoted text of a deleted account. */
const withoutTracesOf = (message: MessageView, userId: string): MessageView => {
  const reactions = message.reactions.reduce<readonly ReactionView[]>(
    (kept, { emoji }) => removed(kept, emoji, { userId, isCounted: false }),
    message.reactions,
  );
  const { replyTo } = message;
  const quoted = replyTo?.senderId._id === userId ? erasedVersion(replyTo) : replyTo;
  const isSame = quoted === replyTo && reactions === message.reactions;
  return withPersonInMessage(isSame ? message : { ...message, reactions, replyTo: quoted }, nobody(userId));
};

/** Removes everything that a deleted account wrote. Replies of others show the quoted message as deleted. */
export const withoutSender = (list: MessageList, userId: string): MessageList => {
  const kept = list.messages.filter(({ senderId }) => senderId._id !== userId);
  const messages = kept.map((message) => withoutTracesOf(message, userId));
  const notices = withoutPerson(list.notices, userId);
  const isSame = messages.length === list.messages.length && messages.every((one, at) => one === list.messages[at]);
  return isSame && notices === list.notices ? list : { ...list, messages, notices };
};

/** A message with the present name of a person wherever it names them: as its writer, in its text, and in what it quotes. */
export const withPersonInMessage = (message: MessageView, person: PersonView): MessageView => {
  const { senderId, mentions = [], replyTo } = message;
  const renamed = (known: PersonView): PersonView => (known._id === person._id ? person : known);
  const isMentioned = mentions.some(({ _id }) => _id === person._id);
  const quoted = replyTo && withPersonInMessage(replyTo, person);
  if (renamed(senderId) === senderId && !isMentioned && quoted === replyTo) return message;
  const named = { ...message, senderId: renamed(senderId), replyTo: quoted };
  return isMentioned ? { ...named, mentions: mentions.map(renamed) } : named;
};

export const withPersonInMessages = (list: MessageList, person: PersonView): MessageList => {
  const messages = list.messages.map((message) => withPersonInMessage(message, person));
  const notices = withPersonInNotices(list.notices, person);
  const isSame = notices === list.notices && messages.every((message, at) => message === list.messages[at]);
  return isSame ? list : { ...list, messages, notices };
};

const unknownTo = (list: MessageList, messages: readonly MessageView[]): readonly MessageView[] => {
  const ids = new Set(list.messages.map(({ _id }) => _id));
  return messages.filter(({ _id }) => !ids.has(_id));
};

/** Adds the page before the stretch. Messages beyond the limit at the other end are dropped and can be loaded again. */
export const withOlder = (list: MessageList, page: MessagesView): MessageList => {
  const messages = [...unknownTo(list, page.messages), ...list.messages];
  const kept = messages.slice(0, MAX_HELD);
  const isCut = messages.length > MAX_HELD;
  const notices = mergedNotices(list.notices, page.notices);
  return {
    ...withAllAnswers(list, page),
    messages: kept,
    notices: isCut ? notices.filter(({ order }) => order < newestOf(kept)) : notices,
    hasMoreBefore: page.hasMore,
    hasMoreAfter: list.hasMoreAfter || isCut,
  };
};

/** Adds the page after the stretch. There is more to load if messages came while it was loading. */
export const withNewer = (list: MessageList, page: MessagesView): MessageList => {
  const messages = [...list.messages, ...unknownTo(list, page.messages)];
  const newest = newestOf(messages);
  return cutBefore({
    ...withAllAnswers(list, page),
    messages,
    notices: mergedNotices(list.notices, page.notices),
    hasMoreAfter: page.hasMore || newest < list.newestOrder,
    newestOrder: later(newest, list.newestOrder),
  });
};

/**
 * How many messages of others come after the given one, and how many of them concern the user; undefined if the stretch does not show
 * it. An edit changes whom a message names, but not whom it concerns.
 */
export const unreadAfter = (list: MessageList, messageId: string, userId: string) => {
  const at = indexOfMessage(list, messageId);
  if (at === -1 || list.hasMoreAfter) return undefined;
  const unread = list.messages.slice(at + 1).filter(({ senderId, isDeleted }) => senderId._id !== userId && !isDeleted);
  if (unread.some(({ isEdited }) => isEdited)) return undefined;
  return {
    unreadCount: unread.length,
    mentionCount: unread.filter((message) => concernsUser(message, userId)).length,
  };
};
