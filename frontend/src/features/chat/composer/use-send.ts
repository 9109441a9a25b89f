import { useCallback, useSyncExternalStore } from 'react';
import { errorText, isApiError } from '../../../data/api/api-error.ts';
import { selectConnection } from '../../../data/connection/connection-slice.ts';
import { saveDraft, selectDraft } from '../../../data/message/drafts.ts';
import { withMarks } from '../../../data/message/mentions.ts';
import { sendFile, sendFileLater, sendText } from '../../../data/message/outbox/outbox.ts';
import { type Attachments, attachmentsOf, type SendOne } from '../../../data/services/attachments.ts';
import { useServices } from '../../../data/services/services-context.tsx';
import { selectUserId } from '../../../data/session/session-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../data/store/hooks.ts';
import type { AppThunk } from '../../../data/store/state.ts';

export const useAttachments = (groupId: string) => {
  const userId = useAppSelector(selectUserId) ?? '';
  const attachments = attachmentsOf(useServices(), userId, groupId);
  return { attachments, ...useSyncExternalStore(attachments.subscribe, attachments.state) };
};

export const FILE_FAILED = 'Failed to send file. Please try again.';

const uploadOf =
  (groupId: string): AppThunk<SendOne> =>
  (dispatch) =>
  ({ id, file }, onProgress) => {
    const { promise, cancel } = dispatch(
      sendFile({ file, groupId, id, onProgress: (sent, total) => onProgress(total === 0 ? 0 : sent / total) }),
    );
    const outcome = promise.then(
      () => 'sent' as const,
      (error: unknown) =>
        // The outbox sends these later: when connected, and as fast as the server allows.
        isApiError(error) && (error.status === 0 || error.status === 429)
          ? 'unanswered'
          : { failed: errorText(error, FILE_FAILED) },
    );
    return { outcome, cancel };
  };

/**
 * Sends the files of a group, or queues them in the outbox while offline. False when one was refused, all were cancelled, or
 * their owner has left.
 */
const sendFiles =
  (groupId: string, attachments: Attachments, holdsText: boolean): AppThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    const userId = selectUserId(getState());
    const isOnline = selectConnection(getState()).since === null;
    const ended = isOnline ? await attachments.send(dispatch(uploadOf(groupId)), holdsText) : 'unanswered';
    // Neither the files nor the text may go out under the name of the next person.
    if (selectUserId(getState()) !== userId) return false;
    if (ended === 'unanswered')
      for (const { id, file } of attachments.takeAll()) dispatch(sendFileLater({ id, groupId, file }));
    return ended === 'sent' || ended === 'unanswered';
  };

/** Sends the draft of a group, if there is one, and clears it. */
const sendDraft =
  (groupId: string): AppThunk<boolean> =>
  (dispatch, getState) => {
    const { text, replyTo, picked } = selectDraft(getState(), groupId);
    if (text.trim() === '') return false;
    const sent = { groupId, content: withMarks(text.trim(), picked), ...(picked && { picked }), replyTo };
    if (dispatch(sendText(sent)) === undefined) return false;
    dispatch(saveDraft(groupId, { text: '', replyTo: null }));
    return true;
  };

/** Files first, each as its own message, then the text that was there when sending began. */
export const useSend = (groupId: string, attachments: Attachments) => {
  const dispatch = useAppDispatch();
  return useCallback(
    async (hasText: boolean): Promise<void> => {
      const { items, isSending } = attachments.state();
      // A text written while files are being sent does not belong to them.
      if (items.length > 0 && !isSending && !(await dispatch(sendFiles(groupId, attachments, hasText)))) return;
      if (hasText) dispatch(sendDraft(groupId));
    },
    [attachments, dispatch, groupId],
  );
};
