import type { GroupView } from '@quorum/contracts/wire/views.ts';
import { purely } from '../api/purely.ts';
import { withoutGroup as withoutGroupInEvents } from '../calendar-entry/event-list.ts';
import { patchEvents } from '../calendar-entry/event-patches.ts';
import { changeColors, changePins, withColor, withPin } from '../preferences/preferences-api.ts';
import { announce, type PageEvents } from '../realtime/page-events.ts';
import type { AppThunk } from '../store/state.ts';
import { groupApi } from './group-api.ts';
import { changeGroup, withGroup, withNewVersion, withoutGroup } from './group-list.ts';

export const patchGroups =
  (change: (groups: readonly GroupView[]) => readonly GroupView[]): AppThunk =>
  (dispatch, getState) => {
    const groups = groupApi.endpoints.myGroups.select()(getState()).data;
    if (groups === undefined || change(groups) === groups) return;
    dispatch(groupApi.util.updateQueryData('myGroups', undefined, purely(change)));
  };

/** In the list of groups and in the group's own entry. */
export const patchGroup =
  (groupId: string, change: (group: GroupView) => GroupView): AppThunk =>
  (dispatch, getState) => {
    dispatch(patchGroups((groups) => changeGroup(groups, groupId, change)));
    const group = groupApi.endpoints.group.select(groupId)(getState()).data;
    if (group === undefined || change(group) === group) return;
    dispatch(groupApi.util.updateQueryData('group', groupId, purely(change)));
  };

/** A newer version of a group that the user is in. */
export const takeGroup =
  (group: GroupView): AppThunk =>
  (dispatch) => {
    dispatch(patchGroup(group._id, (known) => withNewVersion(known, group)));
    announce('groupUpdated', { groupId: group._id, group });
  };

/** A group that the user is in from now on. */
export const addGroup =
  (group: GroupView): AppThunk =>
  (dispatch) => {
    dispatch(patchGroups((groups) => withGroup(groups, group)));
    announce('groupJoined', { groupId: group._id, group });
  };

/** A group that the user is no longer in: nothing of it stays, also not what it had been given. */
export const dropGroup =
  (groupId: string, reason: PageEvents['groupDeleted']['reason']): AppThunk =>
  (dispatch) => {
    dispatch(patchGroups((groups) => withoutGroup(groups, groupId)));
    dispatch(changeColors((colors) => withColor(colors, groupId, undefined)));
    dispatch(changePins((pins) => withPin(pins, groupId, false)));
    dispatch(patchEvents((list) => withoutGroupInEvents(list, groupId)));
    announce('groupDeleted', { groupId, reason });
  };

/** Asks for a group and puts it in its places; a group that is gone by then says so in a change of its own. */
export const refreshGroup =
  (groupId: string, put: (group: GroupView) => AppThunk): AppThunk<Promise<void>> =>
  async (dispatch) => {
    // What is under way may have been read before the change, and would be given out as the answer to this question too.
    await dispatch(groupApi.util.getRunningQueryThunk('group', groupId));
    const asked = dispatch(groupApi.endpoints.group.initiate(groupId, { subscribe: false, forceRefetch: true }));
    const { data, error } = await asked;
    if (data !== undefined) dispatch(put(data));
    else console.warn('The group could not be loaded again.', error);
  };
