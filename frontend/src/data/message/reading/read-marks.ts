import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { type ApiError, isApiError, isTemporary } from '../../api/api-error.ts';
import { groupApi } from '../../group/group-api.ts';
import { selectUserId } from '../../session/session-slice.ts';
import type { AppThunk } from '../../store/state.ts';
import { markSettled, markWanted, selectWantedMark } from './reading-slice.ts';
import { readUpTo } from './unread.ts';

const FIRST_PAUSE = 2_000;
const MAX_PAUSE = 30_000;

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
  async (dispatch, getState, { alarm, sleep }) => {
    const userId = selectUserId(getState());
    const isWanted = () => selectWantedMark(getState(), groupId) === messageId && selectUserId(getState()) === userId;
    dispatch(markWanted({ groupId, messageId }));
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
