import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { type ApiError, isApiError, isTemporary } from '../../api/api-error.ts';
import { retryPause } from '../../api/retry-pause.ts';
import { groupApi } from '../../group/group-api.ts';
import { selectUserId } from '../../session/session-slice.ts';
import type { AppThunk } from '../../store/state.ts';
import { markSettled, markWanted, selectWantedMark } from './reading-slice.ts';
import { readUpTo } from './unread.ts';

/** Shows a group as read up to this message, here and in the user's other browsers. {@link storeMark} keeps it. */
export const markRead =
  (groupId: string, { _id: messageId, order }: Pick<MessageView, '_id' | 'order'>): AppThunk =>
  (dispatch, _, { link }) => {
    dispatch(readUpTo(groupId, messageId));
    link.sendRead({ groupId, messageId, order });
  };

/**
 * Stores how far a group was read. A mark that was not delivered is sent again when the connection is back, until a later one of
 * the group replaces it.
 */
export const storeMark =
  (groupId: string, messageId: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const userId = selectUserId(getState());
    const isWanted = () => selectWantedMark(getState(), groupId) === messageId && selectUserId(getState()) === userId;
    dispatch(markWanted({ groupId, messageId }));
    for (let failed = 1; isWanted(); failed += 1) {
      const failure = await dispatch(sendMark(groupId, messageId));
      if (failure === undefined || !isTemporary(failure)) break;
      await dispatch(retryPause(failure, failed));
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
