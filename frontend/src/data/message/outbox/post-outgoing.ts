import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { type ApiError, isApiError } from '../../api/api-error.ts';
import { type Upload, type UploadParts, upload } from '../../api/upload.ts';
import type { AppThunk } from '../../store/state.ts';
import { messageApi } from '../message-api.ts';
import { type Outgoing, outgoingChanged, selectOutgoingById } from './outbox-slice.ts';

const unanswered: ApiError = { status: 0, error: '' };

/** Tries to send once. Returns the message, or the error. */
export const postOutgoing =
  (outgoing: Outgoing): AppThunk<Promise<MessageView | ApiError>> =>
  (dispatch) =>
    outgoing.file === undefined ? dispatch(postText(outgoing)) : dispatch(postFile(outgoing, outgoing.file));

const postText =
  ({ id, groupId, content, replyTo }: Outgoing): AppThunk<Promise<MessageView | ApiError>> =>
  async (dispatch) => {
    const body = { id, groupId, content, ...(replyTo === null ? {} : { replyTo: replyTo._id }) };
    const { data, error } = await dispatch(messageApi.endpoints.postMessage.initiate(body, { track: false }));
    return data ?? (isApiError(error) ? error : unanswered);
  };

const postFile =
  ({ id, groupId }: Outgoing, file: File): AppThunk<Promise<MessageView | ApiError>> =>
  async (dispatch, getState, { uploads }) => {
    const onProgress = (sent: number, total: number) => {
      // A removed message must not come back.
      const known = selectOutgoingById(getState(), id);
      if (known && total > 0) dispatch(outgoingChanged({ ...known, progress: sent / total }));
    };
    const { promise, cancel } = dispatch(sendFile({ file, groupId, id, onProgress }));
    uploads.set(id, cancel);
    try {
      return await promise;
    } catch (error) {
      if (isApiError(error)) return error;
      throw error;
    } finally {
      uploads.delete(id);
    }
  };

type FileMessage = Pick<UploadParts, 'file' | 'onProgress'> & {
  readonly groupId: string;
  /** The id that the message will have. A retry uses the same. */
  readonly id: string;
};

export const sendFile =
  ({ file, groupId, id, onProgress }: FileMessage): AppThunk<Upload<MessageView>> =>
  (dispatch) => {
    const { promise, cancel } = dispatch(
      upload('sendFile', { file, fields: { groupId, id }, idempotencyKey: id, onProgress }),
    );
    return { cancel, promise: promise.then(({ message }) => message) };
  };
