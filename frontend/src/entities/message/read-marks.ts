import { groupApi } from '../group/group-api.ts';
import { readUpTo } from '../realtime/apply-change.ts';
import type { AppThunk } from '../store/state.ts';

/** Tells that the user has read a group's messages up to this one. The count in the sidebar follows at once. */
export const markRead =
  (groupId: string, messageId: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    dispatch(readUpTo(groupId, messageId));
    const { error } = await dispatch(
      groupApi.endpoints.readGroupUpTo.initiate({ groupId, messageId }, { track: false }),
    );
    if (error !== undefined) console.warn('The read mark was not saved.', error);
  };
