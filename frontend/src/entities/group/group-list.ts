import type { GroupView, MemberView, PersonView } from '@quorum/contracts/wire/views.ts';

/** Pure changes of a group as the client holds it. Each gives the same object back when nothing changes. */

export const withMember = (group: GroupView, member: MemberView): GroupView => {
  if (group.members.some(({ userId }) => userId._id === member.userId._id)) return group;
  // A list that holds only the first members does not know where the new one belongs; joining last, it is not among them.
  const complete = group.members.length === group.memberCount;
  return {
    ...group,
    memberCount: group.memberCount + 1,
    members: complete ? [...group.members, member] : group.members,
  };
};

export const withoutMember = (group: GroupView, userId: string): GroupView => ({
  ...group,
  memberCount: Math.max(1, group.memberCount - 1),
  members: group.members.filter((member) => member.userId._id !== userId),
});

export const withPersonInGroup = (group: GroupView, person: PersonView): GroupView => {
  const createdHere = group.createdBy._id === person._id;
  const listed = group.members.some(({ userId }) => userId._id === person._id);
  if (!createdHere && !listed) return group;
  return {
    ...group,
    createdBy: createdHere ? person : group.createdBy,
    members: group.members.map((member) => (member.userId._id === person._id ? { ...member, userId: person } : member)),
  };
};

/** Takes over what the server says of a group, keeping what only `my-groups` tells. */
export const withNewVersion = (known: GroupView, latest: GroupView): GroupView => ({
  ...latest,
  ...(latest.unreadCount === undefined && known.unreadCount !== undefined ? { unreadCount: known.unreadCount } : {}),
  ...(latest.lastReadMessageId === undefined && known.lastReadMessageId !== undefined
    ? { lastReadMessageId: known.lastReadMessageId }
    : {}),
});

type Groups = readonly GroupView[];

export const changeGroup = (groups: Groups, groupId: string, change: (group: GroupView) => GroupView): Groups => {
  const at = groups.findIndex(({ _id }) => _id === groupId);
  const group = groups[at];
  if (group === undefined) return groups;
  const changed = change(group);
  return changed === group ? groups : groups.with(at, changed);
};

/** A group that was joined or created stands first, as the newest. */
export const withGroup = (groups: Groups, group: GroupView): Groups =>
  groups.some(({ _id }) => _id === group._id)
    ? changeGroup(groups, group._id, (known) => withNewVersion(known, group))
    : [group, ...groups];

export const withoutGroup = (groups: Groups, groupId: string): Groups =>
  groups.some(({ _id }) => _id === groupId) ? groups.filter(({ _id }) => _id !== groupId) : groups;

/** The server counts no further either. */
const MOST_UNREAD = 100;

export const withOneMoreUnread = (group: GroupView): GroupView => ({
  ...group,
  unreadCount: Math.min(MOST_UNREAD, (group.unreadCount ?? 0) + 1),
});

export const withReadUpTo = (group: GroupView, messageId: string, unreadCount: number): GroupView =>
  group.lastReadMessageId === messageId && group.unreadCount === unreadCount
    ? group
    : { ...group, lastReadMessageId: messageId, unreadCount };
