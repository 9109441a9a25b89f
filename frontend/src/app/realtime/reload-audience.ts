import { groupAudience, userAudience } from '@quorum/contracts/kernel/audiences.ts';
import { baseApi } from '../../data/api/base-api.ts';
import { EVERY_GROUP, OWN, ofAudiences } from '../../data/api/live-updates.ts';
import { selectUserId } from '../../data/session/session-slice.ts';
import type { AppThunk } from '../../data/store/state.ts';

/** Reloads everything that follows an audience after its changes could not be followed one by one. */
export const reloadAudience =
  (audience: string): AppThunk =>
  (dispatch, getState) => {
    const userId = selectUserId(getState());
    const isOwn = userId !== undefined && audience === userAudience(userId);
    const groupId = audience.slice(groupAudience('').length);
    dispatch(baseApi.util.invalidateTags(ofAudiences(isOwn ? [OWN] : [groupId, EVERY_GROUP])));
  };
