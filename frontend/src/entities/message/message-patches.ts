import { purely } from '../api/purely.ts';
import type { AppThunk } from '../store/state.ts';
import { messageApi } from './message-api.ts';
import type { MessageList } from './message-list.ts';

export const patchMessages =
  (groupId: string, change: (list: MessageList) => MessageList): AppThunk =>
  (dispatch, getState) => {
    const list = messageApi.endpoints.messages.select(groupId)(getState()).data;
    if (list === undefined || change(list) === list) return;
    dispatch(messageApi.util.updateQueryData('messages', groupId, purely(change)));
  };
