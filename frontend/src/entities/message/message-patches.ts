import { purely } from '../api/purely.ts';
import type { AppThunk } from '../store/state.ts';
import { messageApi } from './message-api.ts';
import type { MessageList } from './message-list.ts';

export const patchMessages =
  (groupId: string, change: (list: MessageList) => MessageList): AppThunk =>
  (dispatch, getState) => {
    const list = messageApi.endpoints.messages.select(groupId)(getState()).data;
    if (list === undefined) return;
    const changed = change(list);
    if (changed === list) return;
    // Immer walks whatever is not frozen yet: fifty thousand messages, at each of them.
    Object.freeze(changed.messages);
    Object.freeze(changed);
    dispatch(
      messageApi.util.updateQueryData(
        'messages',
        groupId,
        purely(() => changed),
      ),
    );
  };
