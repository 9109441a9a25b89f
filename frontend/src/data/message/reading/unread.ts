import type { GroupView } from '@quorum/contracts/group/wire.ts';
import type { ReadView } from '@quorum/contracts/socket.ts';
import { baseApi } from '../../api/base-api.ts';
import { groupApi } from '../../group/group-api.ts';
import { changeGroup, withReadUpTo } from '../../group/group-list.ts';
import { selectListed } from '../../group/use-group.ts';
import { selectUserId } from '../../session/session-slice.ts';
import type { AppThunk } from '../../store/state.ts';
import { selectMessages } from '../message-api.ts';
import { indexOfMessage, unreadAfter } from '../message-list.ts';

/** Patches the group in the list of groups and in its own cache entry. */
const patchGroup =
  (groupId: string, change: (group: GroupView) => GroupView): AppThunk =>
  (dispatch, getState) => {
    const groups = groupApi.endpoints.myGroups.select()(getState()).data;
    const changed = groups && changeGroup(groups, groupId, change);
    if (changed && changed !== groups) dispatch(groupApi.util.updateQueryData('myGroups', undefined, () => changed));
    const group = groupApi.endpoints.group.select(groupId)(getState()).data;
    const changedGroup = group && change(group);
    if (changedGroup && changedGroup !== group)
      dispatch(groupApi.util.updateQueryData('group', groupId, () => changedGroup));
  };

/** Counts what came after a message. False when the loaded messages do not tell. */
const countAfter =
  (groupId: string, messageId: string): AppThunk<boolean> =>
  (dispatch, getState) => {
    const list = selectMessages(getState(), groupId);
    const counts = list && unreadAfter(list, messageId, selectUserId(getState()) ?? '');
    if (list === undefined || counts === undefined) return false;
    const countedUpTo = list.newestOrder ?? '';
    dispatch(patchGroup(groupId, (group) => withReadUpTo(group, messageId, { ...counts, countedUpTo })));
    return true;
  };

/** Whether a mark is older than the known one and arrives late, as far as the loaded messages show. */
const isOutdated =
  (groupId: string, messageId: string): AppThunk<boolean> =>
  (_, getState) => {
    const list = selectMessages(getState(), groupId);
    const known = selectListed(getState(), groupId)?.lastReadMessageId;
    if (list === undefined || !known) return false;
    const at = indexOfMessage(list, messageId);
    return at !== -1 && at < indexOfMessage(list, known);
  };

/**
 * Takes a read mark of this or another browser of the user. When the loaded messages do not tell how many are left, the
 * server does.
 */
export const readUpTo =
  (groupId: string, messageId: string): AppThunk =>
  (dispatch) => {
    if (dispatch(isOutdated(groupId, messageId))) return;
    if (!dispatch(countAfter(groupId, messageId))) dispatch(baseApi.util.invalidateTags(['myGroups']));
  };

/**
 * Takes a read mark that another browser has just sent. A mark older than the newest message here leaves the count alone: if that
 * message is read there, a later mark follows, and otherwise a stored one.
 */
export const readElsewhere = ({ groupId, messageId, order }: ReadView): AppThunk =>
  patchGroup(groupId, (group) =>
    order < (group.countedUpTo ?? '')
      ? group
      : withReadUpTo(group, messageId, { unreadCount: 0, mentionCount: 0, countedUpTo: order }),
  );

/** Milliseconds: at most, and for each member. */
const MAX_SPREAD_MS = 20_000;
const SPREAD_PER_MEMBER_MS = 10;

/** Lets the server count, at a random time: the browsers of all members have the same reason at the same moment. Of 100 members it is within a second. */
const countLater =
  ({ memberCount }: GroupView): AppThunk =>
  (dispatch, _, { once, sleep }) =>
    void once('count unread', async () => {
      await sleep(Math.min(MAX_SPREAD_MS, SPREAD_PER_MEMBER_MS * memberCount) * Math.random());
      dispatch(baseApi.util.invalidateTags(['myGroups']));
    });

/** Counts again after messages that may have been unread were removed. */
export const recount =
  (groupId: string): AppThunk =>
  (dispatch, getState) => {
    const group = selectListed(getState(), groupId);
    if (!group?.unreadCount) return;
    // Messages from before the user joined are not unread, and the loaded messages do not tell when that was.
    if (!group.lastReadMessageId || !dispatch(countAfter(groupId, group.lastReadMessageId)))
      dispatch(countLater(group));
  };
