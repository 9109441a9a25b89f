import { MY_SCHEDULE } from '@quorum/contracts/wire/limits.ts';
import { groupAudience, userAudience } from '@quorum/contracts/wire/socket.ts';
import { baseApi } from '../api/base-api.ts';
import { eventTags } from '../calendar-entry/event-api.ts';
import { applyEventChange } from '../calendar-entry/event-changes.ts';
import { groupApi, MY_GROUPS } from '../group/group-api.ts';
import { withMember, withoutMember, withReadUpTo } from '../group/group-list.ts';
import { addGroup, dropGroup, patchGroup, refreshGroup, takeGroup } from '../group/group-patches.ts';
import { messageApi } from '../message/message-api.ts';
import { unreadAfter } from '../message/message-list.ts';
import { patchMessages } from '../message/message-patches.ts';
import { discard } from '../message/outbox.ts';
import { selectOutbox } from '../message/outbox-slice.ts';
import { typingOver } from '../message/typing-slice.ts';
import { changeColors, changePins, withColor, withPin } from '../preferences/preferences-api.ts';
import { selectUserId } from '../session/session-slice.ts';
import type { AppThunk } from '../store/state.ts';
import { userApi } from '../user/user-api.ts';
import type { Change } from './frames.ts';
import { countMessage } from './groups-changes.ts';
import { announce } from './page-events.ts';
import { groupAfter, messagesAfter } from './replay.ts';

/** Brings everything that is loaded up to date with one change. Lists that nobody looks at are loaded when next opened. */
export const applyChange =
  (change: Change): AppThunk =>
  (dispatch, getState, { frames, now }) => {
    frames.add(change);
    dispatch(applyEventChange(change));
    if ('groupId' in change.payload) {
      const { groupId } = change.payload;
      dispatch(patchMessages(groupId, (list) => messagesAfter(list, change, groupId)));
    }
    switch (change.name) {
      case 'newMessage': {
        const { _id, groupId, senderId } = change.payload;
        if (selectOutbox(getState()).some(({ id }) => id === _id)) dispatch(discard(_id));
        dispatch(typingOver({ groupId, userId: senderId._id }));
        dispatch(countMessage(change));
        dispatch(mediaChanged(change.payload));
        return;
      }
      case 'messageUpdated':
        dispatch(mediaChanged(change.payload));
        return;
      case 'messageDeleted':
        dispatch(recount(change.payload.groupId));
        dispatch(baseApi.util.invalidateTags([{ type: 'Media', id: change.payload.groupId }]));
        return;
      case 'messageReaction':
        return;
      case 'eventCreated':
      case 'eventUpdated':
      case 'eventDeleted':
      case 'groupNameUpdatedInEvents':
        return;
      case 'groupUpdated': {
        const { groupId } = change.payload;
        dispatch(baseApi.util.invalidateTags([{ type: 'Members', id: groupId }]));
        void dispatch(refreshGroup(groupId, takeGroup));
        return;
      }
      case 'memberJoined': {
        const { groupId, member } = change.payload;
        const joinedAt = new Date(now()).toISOString();
        dispatch(patchGroup(groupId, (group) => withMember(group, { userId: member, role: 'member', joinedAt })));
        dispatch(baseApi.util.invalidateTags([{ type: 'Members', id: groupId }]));
        return;
      }
      case 'memberLeft':
        dispatch(memberLeft(change.payload));
        return;
      case 'memberUpdated':
        dispatch(patchGroup(change.payload.groupId, (group) => groupAfter(group, change)));
        dispatch(baseApi.util.invalidateTags([{ type: 'Members', id: change.payload.groupId }]));
        return;
      case 'groupDeleted':
        dispatch(dropGroup(change.payload.groupId, 'deleted'));
        return;
      case 'groupJoined':
        void dispatch(refreshGroup(change.payload.groupId, addGroup));
        return;
      case 'groupLeft':
        dispatch(dropGroup(change.payload.groupId, change.payload.reason));
        return;
      case 'colorPreferencesUpdated': {
        const { groupId, colorIndex } = change.payload;
        dispatch(changeColors((colors) => withColor(colors, groupId, colorIndex)));
        announce('colorPreferencesUpdated', { groupId, colorIndex });
        return;
      }
      case 'pinPreferencesUpdated': {
        const { groupId, isPinned } = change.payload;
        dispatch(changePins((pins) => withPin(pins, groupId, isPinned)));
        return;
      }
      case 'groupRead':
        dispatch(readUpTo(change.payload.groupId, change.payload.messageId));
        return;
      case 'accountUpdated':
        void dispatch(userApi.endpoints.me.initiate(undefined, { subscribe: false, forceRefetch: true }));
        return;
      default:
        change satisfies never;
    }
  };

/** Here or in another browser of the same person. Where the loaded messages do not tell what is left, the server does. */
export const readUpTo =
  (groupId: string, messageId: string): AppThunk =>
  (dispatch, getState) => {
    const list = messageApi.endpoints.messages.select(groupId)(getState()).data;
    const userId = selectUserId(getState()) ?? '';
    const unread = list && unreadAfter(list, messageId, userId);
    if (unread === undefined) dispatch(baseApi.util.invalidateTags(['Groups']));
    else dispatch(patchGroup(groupId, (group) => withReadUpTo(group, messageId, unread)));
  };

/** After messages went that may have been counted as unread. */
const recount =
  (groupId: string): AppThunk =>
  (dispatch, getState) => {
    const groups = groupApi.endpoints.myGroups.select()(getState()).data;
    const group = groups?.find(({ _id }) => _id === groupId);
    if (!group?.unreadCount) return;
    if (group.lastReadMessageId) dispatch(readUpTo(groupId, group.lastReadMessageId));
    // What came before one joined is not unread, and the loaded messages do not tell when that was.
    else dispatch(baseApi.util.invalidateTags(['Groups']));
  };

type Shared = { readonly groupId: string; readonly type: string; readonly linkPreviews: readonly unknown[] };

const mediaChanged =
  ({ groupId, type, linkPreviews }: Shared): AppThunk =>
  (dispatch) => {
    if (type !== 'text' || linkPreviews.length > 0)
      dispatch(baseApi.util.invalidateTags([{ type: 'Media', id: groupId }]));
  };

type Leaving = Extract<Change, { name: 'memberLeft' }>['payload'];

const memberLeft =
  ({ groupId, userId, reason }: Leaving): AppThunk =>
  (dispatch, getState) => {
    // The same news comes to the person's own browsers as `groupLeft`.
    if (userId === selectUserId(getState())) return;
    dispatch(patchGroup(groupId, (group) => withoutMember(group, userId)));
    dispatch(typingOver({ groupId, userId }));
    // The first members, of whom one is gone now, are asked for anew.
    dispatch(
      baseApi.util.invalidateTags([
        { type: 'Members', id: groupId },
        { type: 'Group', id: groupId },
      ]),
    );
    if (reason !== 'account-deleted') return;
    dispatch(recount(groupId));
    dispatch(baseApi.util.invalidateTags([{ type: 'Media', id: groupId }]));
  };

/** Loads again whatever is shown of an audience, or of My Schedule or the list of groups, after changes could not be followed one by one. */
export const reloadAudience =
  (audience: string): AppThunk =>
  (dispatch, getState) => {
    const userId = selectUserId(getState());
    if (audience === MY_SCHEDULE) {
      dispatch(baseApi.util.invalidateTags(eventTags(MY_SCHEDULE)));
      return;
    }
    if (audience === MY_GROUPS) {
      dispatch(baseApi.util.invalidateTags(['Groups']));
      return;
    }
    if (userId !== undefined && audience === userAudience(userId)) {
      dispatch(baseApi.util.invalidateTags(['Me', 'Groups', 'Colors', 'Pins', 'Events']));
      return;
    }
    const groups = groupApi.endpoints.myGroups.select()(getState()).data ?? [];
    const id = groups.find((group) => groupAudience(group._id) === audience)?._id ?? audience.replace(/^group-/, '');
    dispatch(
      baseApi.util.invalidateTags([
        { type: 'Messages', id },
        { type: 'Group', id },
        { type: 'Members', id },
        { type: 'Media', id },
        ...eventTags(id),
        'Groups',
      ]),
    );
  };
