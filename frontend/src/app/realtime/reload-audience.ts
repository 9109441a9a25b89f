import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { MY_SCHEDULE } from '@quorum/contracts/kernel/limits.ts';
import { baseApi } from '../../data/api/base-api.ts';
import { selectUserId } from '../../data/session/session-slice.ts';
import type { AppThunk } from '../../data/store/state.ts';

/** Reloads everything that is shown of an audience after changes could not be followed one by one. */
export const reloadAudience =
  (audience: string): AppThunk =>
  (dispatch, getState) => {
    const userId = selectUserId(getState());
    if (userId !== undefined && audience === userAudience(userId)) {
      dispatch(baseApi.util.invalidateTags(['Me', 'Sessions', 'Groups', 'Preferences', 'Events', 'Activity']));
      return;
    }
    const id = audience.slice(groupAudience('').length);
    dispatch(
      baseApi.util.invalidateTags([
        { type: 'Messages', id },
        { type: 'Group', id },
        { type: 'Members', id },
        { type: 'Removed', id },
        { type: 'Media', id },
        { type: 'Pins', id },
        { type: 'Events', id },
        { type: 'Events', id: MY_SCHEDULE },
        'Groups',
        'Activity',
      ]),
    );
  };
