import { changeGroup, withOneMoreUnread } from '../group/group-list.ts';
import { addGroup, patchGroups, refreshGroup, takeGroup } from '../group/group-patches.ts';
import { selectUserId } from '../session/session-slice.ts';
import type { AppThunk } from '../store/state.ts';
import type { Change } from './frames.ts';
import { groupsAfter } from './replay.ts';

/** Does the loaded list of groups hold a change already? Undefined where nobody knows. */
const holds =
  ({ at }: Change): AppThunk<boolean | undefined> =>
  (_, __, { heldByGroups }) => {
    const held = at && heldByGroups.get(at.audience);
    return held === undefined || at === undefined ? undefined : at.sequence <= held;
  };

/** Counts a message of somebody else as unread, unless the server counted it in what is loaded. */
export const countMessage =
  (change: Extract<Change, { name: 'newMessage' }>): AppThunk =>
  (dispatch, getState) => {
    const { groupId, senderId } = change.payload;
    if (senderId._id === selectUserId(getState()) || dispatch(holds(change))) return;
    dispatch(patchGroups((groups) => changeGroup(groups, groupId, withOneMoreUnread)));
  };

/** Applies a change that came while the list of groups was being loaded to what was loaded, which may hold it or not. */
export const replayInGroups =
  (change: Change): AppThunk =>
  (dispatch) => {
    dispatch(patchGroups((groups) => groupsAfter(groups, change)));
    // What may not be done twice is done where it is known to be missing.
    if (dispatch(holds(change)) !== false) return;
    switch (change.name) {
      case 'newMessage':
        dispatch(countMessage(change));
        return;
      case 'groupUpdated':
      case 'memberJoined':
      case 'memberLeft':
        void dispatch(refreshGroup(change.payload.groupId, takeGroup));
        return;
      case 'groupJoined':
        void dispatch(refreshGroup(change.payload.groupId, addGroup));
        return;
      default:
    }
  };
