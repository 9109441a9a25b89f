import type { GroupView } from '@quorum/contracts/group/wire.ts';
import { createSelector } from '@reduxjs/toolkit';
import { shallowEqual } from 'react-redux';
import { useAppSelector } from '../store/hooks.ts';
import type { RootState } from '../store/state.ts';
import { groupApi } from './group-api.ts';
import { unreadOf } from './group-list.ts';

const selectGroups = groupApi.endpoints.myGroups.select();

/** Loads the groups, and lets a selector decide what causes a re-render. */
const quietly = { selectFromResult: () => ({}) };

/** Many look for a group after every action. */
const selectById = createSelector(
  (state: RootState) => selectGroups(state).data,
  (groups) => new Map(groups?.map((group) => [group._id, group])),
);

/** A group as the list has it. */
export const selectListed = (state: RootState, groupId: string | undefined): GroupView | undefined =>
  groupId === undefined ? undefined : selectById(state).get(groupId);

const selectLoaded = (state: RootState, groupId: string | undefined): GroupView | undefined =>
  groupId === undefined ? undefined : groupApi.endpoints.group.select(groupId)(state).data;

/** Fields of a group that change with each of its messages. */
export type ReadState = Pick<
  GroupView,
  | '_id'
  | 'unreadCount'
  | 'mentionCount'
  | 'countedUpTo'
  | 'firstUnreadMessageId'
  | 'firstMessageAt'
  | 'lastReadMessageId'
>;

const withoutReadState = ({
  unreadCount: _,
  mentionCount: __,
  countedUpTo: ___,
  firstUnreadMessageId: ____,
  firstMessageAt: _____,
  lastReadMessageId: ______,
  ...group
}: GroupView): GroupView => group;

/**
 * One of the user's groups, without its read state: at first as the list has it, then as loaded with more of its
 * members. Undefined while the list loads, and for a group that is not in it.
 */
export const useGroup = (groupId: string | undefined): GroupView | undefined => {
  groupApi.useMyGroupsQuery(undefined, quietly);
  const isListed = useAppSelector((state) => selectListed(state, groupId) !== undefined);
  groupApi.useGroupQuery(groupId ?? '', { skip: !isListed, ...quietly });
  return useAppSelector((state) => {
    const listed = selectListed(state, groupId);
    return listed && withoutReadState(selectLoaded(state, groupId) ?? listed);
  }, shallowEqual);
};

/** How far the user has read a group in the list. */
export const useReadState = (groupId: string): ReadState =>
  useAppSelector((state) => {
    const listed = selectListed(state, groupId);
    // The mark belongs to the count: the list may have been loaded since.
    const { lastReadMessageId } =
      [listed, selectLoaded(state, groupId)].find((group) => group?.lastReadMessageId !== undefined) ?? {};
    return {
      _id: groupId,
      ...(listed && unreadOf(listed)),
      ...(lastReadMessageId === undefined ? {} : { lastReadMessageId }),
    };
  }, shallowEqual);

/** In the order of the list. The same array while no group comes, goes or moves. */
export const useGroupIds = (): readonly string[] => {
  groupApi.useMyGroupsQuery(undefined, quietly);
  return useAppSelector((state) => (selectGroups(state).data ?? []).map(({ _id }) => _id), shallowEqual);
};
