import type { GroupView, MemberView, SharedGroupView } from '@quorum/contracts/group/wire.ts';
import { concernsUser } from '@quorum/contracts/message/concerns.ts';
import type { AnswerOf } from '@quorum/contracts/routes.ts';
import type { PayloadOf } from '@quorum/contracts/socket.ts';
import type { InfiniteData } from '@reduxjs/toolkit/query';
import type { Patches } from '../api/live-updates.ts';
import {
  changeGroup,
  withChangedMember,
  withGroup,
  withMember,
  withNewVersion,
  withOneMoreUnread,
  withoutGroup,
  withoutMember,
  withPoll,
  withShared,
} from './group-list.ts';

/** A pushed invite link may be relative to the product's address, which is this page's. */
const withInviteAddress = <G extends SharedGroupView>(group: G): G =>
  group.inviteLink === undefined ? group : { ...group, inviteLink: new URL(group.inviteLink, location.href).href };

const withOwn = (group: GroupView, { group: latest }: PayloadOf<'ownGroupUpdated'>): GroupView =>
  latest === undefined ? group : withNewVersion(group, withInviteAddress(latest));

/** How changes affect a loaded group. */
export const groupPatches = {
  groupUpdated: (group, { group: latest }) => withShared(group, withInviteAddress(latest)),
  invitationRenewed: (group, { group: latest }) => withShared(group, withInviteAddress(latest)),
  ownGroupUpdated: withOwn,
  // Loaded data may be left over from an earlier membership.
  groupJoined: withOwn,
  memberJoined: (group, { member, group: latest }) => withMember(group, member, withInviteAddress(latest)),
  memberLeft: (group, { userId, group: latest }) => withoutMember(group, userId, latest && withInviteAddress(latest)),
  memberUpdated: (group, { member }) => withChangedMember(group, member),
  pollUpdated: (group, { poll: { _id, state } }) => withPoll(group, _id, state === 'open' || state === 'closed'),
  pollDeleted: (group, { pollId }) => withPoll(group, pollId, false),
} satisfies Patches<GroupView, unknown>;

type Groups = readonly GroupView[];
type OfGroup = { readonly groupId: string };

/** Applies the same to a group in a list. */
const inList =
  <P extends OfGroup>(patch: (group: GroupView, payload: P) => GroupView) =>
  (groups: Groups, payload: P): Groups =>
    changeGroup(groups, payload.groupId, (group) => patch(group, payload));

/** How changes affect the list of the user's groups. */
export const groupsPatches: Patches<Groups, void> = {
  groupUpdated: inList(groupPatches.groupUpdated),
  invitationRenewed: inList(groupPatches.invitationRenewed),
  ownGroupUpdated: inList(groupPatches.ownGroupUpdated),
  memberJoined: inList(groupPatches.memberJoined),
  memberLeft: inList(groupPatches.memberLeft),
  memberUpdated: inList(groupPatches.memberUpdated),
  pollUpdated: inList(groupPatches.pollUpdated),
  pollDeleted: inList(groupPatches.pollDeleted),
  groupJoined: (groups, { group }) => (group === undefined ? groups : withGroup(groups, withInviteAddress(group))),
  groupLeft: (groups, { groupId }) => withoutGroup(groups, groupId),
  groupDeleted: (groups, { groupId }) => withoutGroup(groups, groupId),
  newMessage: (groups, message, { userId }) =>
    changeGroup(groups, message.groupId, (group) => {
      const withFirst = group.firstMessageAt === null ? { ...group, firstMessageAt: message.createdAt } : group;
      const isOwn = message.senderId._id === userId;
      return isOwn ? withFirst : withOneMoreUnread(withFirst, message, concernsUser(message, userId ?? ''));
    }),
};

type Page = AnswerOf<'groupMembers'>;
export type MemberPages = InfiniteData<Page, string | undefined>;
type MembersArg = { readonly groupId: string; readonly search?: string | undefined };

const isListed = ({ pages }: MemberPages, userId: string): boolean =>
  pages.some(({ members }) => members.some((member) => member.userId._id === userId));

/** Whether the member gets another place among the loaded pages and those after them, which only the server knows. */
export const isMoved = ({ pages }: MemberPages, { role, userId }: MemberView): boolean => {
  const listed = pages.flatMap(({ members }) => members).find((member) => member.userId._id === userId._id);
  // A former owner moves together with the new one.
  return listed?.role !== 'owner' && role !== (listed?.role ?? 'member');
};

const inPages = (list: MemberPages, change: (page: Page, index: number) => Page): MemberPages => ({
  ...list,
  pages: list.pages.map(change),
});

/** How changes affect the loaded pages of members. Only the server knows whom a search finds. */
export const memberPatches: Patches<MemberPages, MembersArg> = {
  memberUpdated: (list, { member }) =>
    isListed(list, member.userId._id)
      ? inPages(list, (page) => ({
          ...page,
          members: page.members.map((known) => (known.userId._id === member.userId._id ? member : known)),
        }))
      : list,
  memberLeft: (list, { userId, group }) =>
    inPages(list, (page) => ({
      ...page,
      total: group?.memberCount ?? page.total,
      members: page.members.filter((known) => known.userId._id !== userId),
    })),
  memberJoined: (list, { member, group }, { arg }) =>
    inPages(list, (page, index) => {
      const isEnd = index === list.pages.length - 1 && page.next === null;
      const joins = isEnd && !arg.search && !isListed(list, member.userId._id);
      return { ...page, total: group.memberCount, members: joins ? [...page.members, member] : page.members };
    }),
};
