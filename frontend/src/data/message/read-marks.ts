import { type ApiError, isApiError, isTemporary } from '../api/api-error.ts';
import { groupApi } from '../group/group-api.ts';
import { selectUserId } from '../session/session-slice.ts';
import type { AppThunk } from '../store/state.ts';
import { markSettled, markWanted, selectWantedMark } from './reading-slice.ts';
import { readUpTo } from './unread.ts';

const FIRST_PAUSE = 2_000;
const MAX_PAUSE = 30_000;

/**
 * Marks a group's messages as read up to this one. The count in the sidebar follows at once. A mark that was not
 * delivered is sent again when the connection is back, until a later mark of the group replaces it.
 */
export const markRead =
  (groupId: string, messageId: string): AppThunk<Promise<void>> =>
  async (dispatch, getState, { alarm, sleep }) => {
    const userId = selectUserId(getState());
    const isWanted = () => selectWantedMark(getState(), groupId) === messageId && selectUserId(getState()) === userId;
    dispatch(markWanted({ groupId, messageId }));
    dispatch(readUpTo(groupId, messageId));
    for (let pause = FIRST_PAUSE; isWanted(); pause = Math.min(pause * 2, MAX_PAUSE)) {
      const failure = await dispatch(sendMark(groupId, messageId));
      if (failure === undefined || !isTemporary(failure)) break;
      if (failure.retryAfter === undefined) await Promise.race([sleep(pause), alarm.next()]);
      else await sleep(failure.retryAfter * 1000);
    }
    dispatch(markSettled({ groupId, messageId }));
  };

const sendMark =
  (groupId: string, messageId: string): AppThunk<Promise<ApiError | undefined>> =>
  async (dispatch) => {
    const { error } = await dispatch(
      groupApi.endpoints.readGroupUpTo.initiate({ groupId, messageId }, { track: false }),
    );
    if (error === undefined) return undefined;
    console.warn('The read mark was not saved.', error);
    return isApiError(error) ? error : { status: 0, error: '' };
  };
