import type { PersonView } from '@quorum/contracts/account/wire.ts';
import { itemOfMessage, itemOfNotice, settled } from '@quorum/contracts/activity/items.ts';
import type { ActivityItemView, ActivityView } from '@quorum/contracts/activity/wire.ts';
import { entryIdOf } from '@quorum/contracts/entry/event-id.ts';
import { limits } from '@quorum/contracts/kernel/limits.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import type { PollView } from '@quorum/contracts/poll/wire.ts';
import type { Patches } from '../api/live-updates.ts';
import { nobody } from '../message/notice-list.ts';

/** The items of Activity, newest first, and their pure changes. */
export type ActivityList = Pick<ActivityView, 'items' | 'readUpTo'>;

type Item = ActivityItemView;

const newestFirst = (a: Item, b: Item): number => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1);

/** The user's own changes are not shown, but decide which others are left. */
const withItem = (list: ActivityList, item: Item | undefined, userId: string | undefined): ActivityList => {
  if (item === undefined) return list;
  const all = settled([item, ...list.items].sort(newestFirst));
  const items = all.filter(({ person }) => person._id !== userId);
  return { ...list, items: items.slice(0, limits.activityItems) };
};

/** Keeps the items that a change leaves, and the list if that is all of them. */
const withChanged = (list: ActivityList, change: (item: Item) => Item | undefined): ActivityList => {
  const items = list.items.flatMap((item) => change(item) ?? []);
  const isSame = items.length === list.items.length && items.every((item, at) => item === list.items[at]);
  return isSame ? list : { ...list, items };
};

const without = (list: ActivityList, isGone: (item: Item) => boolean): ActivityList =>
  withChanged(list, (item) => (isGone(item) ? undefined : item));

/** The item of an edited message shows its text. An edit does not change who was alerted. */
const withText =
  ({ _id, content: text, mentions }: MessageView) =>
  (item: Item): Item => {
    if (item.messageId !== _id) return item;
    const { mentions: _, ...rest } = item;
    return { ...rest, text, ...(mentions && { mentions }) };
  };

const withPerson =
  (person: PersonView) =>
  (item: Item): Item => {
    const isMentioned = item.mentions?.some(({ _id }) => _id === person._id) === true;
    if (item.person._id !== person._id && !isMentioned) return item;
    return {
      ...item,
      person: item.person._id === person._id ? person : item.person,
      ...(item.mentions && { mentions: item.mentions.map((known) => (known._id === person._id ? person : known)) }),
    };
  };

/** Without what a deleted account wrote and planned, and without its name. */
const withoutPerson = (list: ActivityList, userId: string): ActivityList => {
  const isTheirs = ({ messageId, person, event }: Item): boolean =>
    event === undefined ? messageId !== undefined && person._id === userId : event.creatorId === userId;
  return withChanged(without(list, isTheirs), withPerson(nobody(userId)));
};

const ofGroup = (list: ActivityList, { groupId }: { readonly groupId: string }): ActivityList =>
  without(list, (item) => item.groupId === groupId);

/** A date of a series goes with it. */
const isOfEntry = ({ event }: Item, entryId: string): boolean =>
  event !== undefined && entryIdOf(event._id) === entryId;

const withoutPoll = (list: ActivityList, pollId: string): ActivityList =>
  without(list, ({ poll }) => poll?._id === pollId);

/** Voting on the user's own poll has ended, or is open again. The item names no person. */
const withPoll = (list: ActivityList, poll: PollView, userId: string | undefined): ActivityList => {
  const { _id, name, groupId, createdBy, endedAt: at } = poll;
  if (createdBy !== userId) return list;
  const item = at && ({ _id, kind: 'poll', groupId, at, person: nobody(''), poll: { _id, name } } as const);
  return item ? withItem(list, item, userId) : withoutPoll(list, _id);
};

/** How changes affect the list. */
export const activityPatches: Patches<ActivityList, void> = {
  newMessage: (list, message, { userId }) => withItem(list, itemOfMessage(message, userId ?? ''), userId),
  messageUpdated: (list, message) => withChanged(list, withText(message)),
  // Moderation removes an event together with the message that announces it.
  messageDeleted: (list, { messageId, isEvent }) =>
    without(list, (item) => item.messageId === messageId || (!isEvent && isOfEntry(item, messageId))),
  // The notice of a cancelled event follows. One that was deleted for good has none left.
  eventDeleted: (list, { eventId }) => without(list, (item) => isOfEntry(item, eventId)),
  pollUpdated: (list, { poll }, { userId }) => withPoll(list, poll, userId),
  pollDeleted: (list, { pollId }) => withoutPoll(list, pollId),
  chatNotice: (list, { notice }, { userId }) => withItem(list, notice && itemOfNotice(notice), userId),
  memberUpdated: (list, { member }) => withChanged(list, withPerson(member.userId)),
  memberLeft: (list, { reason, userId }) => (reason === 'account-deleted' ? withoutPerson(list, userId) : list),
  groupLeft: ofGroup,
  groupDeleted: ofGroup,
  activityRead: (list, { upTo }) =>
    list.readUpTo !== null && list.readUpTo >= upTo ? list : { ...list, readUpTo: upTo },
};

/**
 * The ids of the unread items: those newer than what was seen of Activity and, if they are of messages, of what was read in their chats.
 * @param unreadIn how many messages of a group that concern the user are unread. They are the newest.
 */
export const unreadItems = (
  { items, readUpTo }: ActivityList,
  unreadIn: (groupId: string) => number,
): ReadonlySet<string> => {
  const seen = new Map<string, number>();
  const isUnread = ({ messageId, groupId, at }: Item): boolean => {
    const isNew = readUpTo === null || at > readUpTo;
    if (messageId === undefined) return isNew;
    const newer = seen.get(groupId) ?? 0;
    seen.set(groupId, newer + 1);
    return isNew && newer < unreadIn(groupId);
  };
  return new Set(items.filter(isUnread).map(({ _id }) => _id));
};
