import type { GroupView, MemberView, SharedGroupView } from '@quorum/contracts/group/wire.ts';
import { ROLES } from '@quorum/contracts/kernel/permissions.ts';
import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { rules } from '@quorum/contracts/things.ts';

/** Pure changes of a group as the client holds it. Each returns the same object when nothing changes. */

/** Owner and admins first, then by the time of joining. */
const inOrder = (members: readonly MemberView[]): readonly MemberView[] =>
  members.toSorted(
    (a, b) =>
      ROLES.indexOf(a.role) - ROLES.indexOf(b.role) || (a.joinedAt < b.joinedAt ? -1 : a.joinedAt > b.joinedAt ? 1 : 0),
  );

const invitation = ({ inviteCode, inviteLink, sixDigitCode }: SharedGroupView) =>
  inviteCode === undefined || inviteLink === undefined || sixDigitCode === undefined
    ? {}
    : { inviteCode, inviteLink, sixDigitCode };

/** Updates what every member may see of a group. Private values of the viewer stay while the viewer may know them. */
export const withShared = (known: GroupView, latest: SharedGroupView): GroupView => {
  if (latest.revision < known.revision) return known;
  const { inviteCode: _, inviteLink: __, sixDigitCode: ___, ...others } = known;
  const mayInvite = rules.invite({ actorId: '', role: known.role, settings: latest.settings }) === undefined;
  return { ...others, ...latest, ...(mayInvite ? { ...invitation(known), ...invitation(latest) } : {}) };
};

/** Appends a new member, unless the list holds only the first members. */
export const withMember = (known: GroupView, member: MemberView, latest: SharedGroupView): GroupView => {
  const group = withShared(known, latest);
  if (known.members.some(({ userId }) => userId._id === member.userId._id)) return group;
  const complete = known.members.length === known.memberCount || known.members.length + 1 === group.memberCount;
  return complete ? { ...group, members: [...known.members, member] } : group;
};

export const withoutMember = (known: GroupView, userId: string, latest: SharedGroupView | undefined): GroupView => ({
  ...(latest === undefined ? known : withShared(known, latest)),
  members: known.members.filter((member) => member.userId._id !== userId),
});

/** After a member's name, picture or role changed. */
export const withChangedMember = (group: GroupView, member: MemberView): GroupView => {
  const person = member.userId;
  const others = group.members.filter(({ userId }) => userId._id !== person._id);
  const isListed = others.length < group.members.length || member.role !== 'member';
  const createdHere = group.createdBy._id === person._id;
  if (!createdHere && !isListed) return group;
  return {
    ...group,
    createdBy: createdHere ? person : group.createdBy,
    members: isListed ? inOrder([...others, member]) : group.members,
  };
};

/** Fields that only the list of groups has. */
export const unreadOf = ({
  unreadCount,
  mentionCount,
  countedUpTo,
  firstUnreadMessageId,
  firstMessageAt,
  polls,
}: GroupView) => ({
  ...(unreadCount === undefined ? {} : { unreadCount }),
  ...(mentionCount === undefined ? {} : { mentionCount }),
  ...(countedUpTo === undefined ? {} : { countedUpTo }),
  ...(firstUnreadMessageId === undefined ? {} : { firstUnreadMessageId }),
  ...(firstMessageAt === undefined ? {} : { firstMessageAt }),
  ...(polls === undefined ? {} : { polls }),
});

/** Takes the server's version unless it is older. Keeps what only `my-groups` returns. */
export const withNewVersion = (known: GroupView, latest: GroupView): GroupView =>
  latest.revision < known.revision
    ? known
    : {
        ...latest,
        ...(latest.unreadCount === undefined ? unreadOf(known) : {}),
        ...(latest.lastReadMessageId === undefined && known.lastReadMessageId !== undefined
          ? { lastReadMessageId: known.lastReadMessageId }
          : {}),
      };

type Groups = readonly GroupView[];

export const changeGroup = (groups: Groups, groupId: string, change: (group: GroupView) => GroupView): Groups => {
  const at = groups.findIndex(({ _id }) => _id === groupId);
  const group = groups[at];
  if (group === undefined) return groups;
  const changed = change(group);
  return changed === group ? groups : groups.with(at, changed);
};

/** Puts a joined or created group first, as the newest. */
export const withGroup = (groups: Groups, group: GroupView): Groups =>
  groups.some(({ _id }) => _id === group._id)
    ? changeGroup(groups, group._id, (known) => withNewVersion(known, group))
    : [group, ...groups];

export const withoutGroup = (groups: Groups, groupId: string): Groups =>
  groups.some(({ _id }) => _id === groupId) ? groups.filter(({ _id }) => _id !== groupId) : groups;

/** The server stops counting here as well. */
const MAX_UNREAD = 100;

/**
 * Counts a message, unless the count includes it already.
 * @param concerns whether it mentions or answers the user.
 */
export const withOneMoreUnread = (
  group: GroupView,
  { _id, order }: Pick<MessageView, '_id' | 'order'>,
  concerns: boolean,
): GroupView => {
  const { countedUpTo = '', unreadCount = 0, mentionCount = 0, firstUnreadMessageId = _id } = group;
  if (order <= countedUpTo) return group;
  const counted = {
    unreadCount: Math.min(MAX_UNREAD, unreadCount + 1),
    mentionCount: Math.min(MAX_UNREAD, mentionCount + (concerns ? 1 : 0)),
    countedUpTo: order,
  };
  return { ...group, ...counted, ...(group.lastReadMessageId ? {} : { firstUnreadMessageId }) };
};

type Counts = Required<Pick<GroupView, 'unreadCount' | 'mentionCount' | 'countedUpTo'>>;

/** Sets the counts after a read mark. They include messages up to the order `countedUpTo`. */
export const withReadUpTo = (group: GroupView, messageId: string, counts: Counts): GroupView =>
  group.lastReadMessageId === messageId &&
  group.unreadCount === counts.unreadCount &&
  group.mentionCount === counts.mentionCount &&
  group.countedUpTo === counts.countedUpTo
    ? group
    : { ...group, lastReadMessageId: messageId, ...counts };

/** With a poll among those that are not decided, or without it. */
export const withPoll = (group: GroupView, pollId: string, isUndecided: boolean): GroupView => {
  const { polls = [], ...others } = group;
  if (polls.includes(pollId) === isUndecided) return group;
  const next = isUndecided ? [pollId, ...polls] : polls.filter((id) => id !== pollId);
  return next.length === 0 ? others : { ...others, polls: next };
};
