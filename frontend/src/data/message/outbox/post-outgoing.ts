import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { type ApiError, isApiError } from '../../api/api-error.ts';
import { type Upload, type UploadParts, upload } from '../../api/upload.ts';
import { selectUserId } from '../../session/session-slice.ts';
import type { AppThunk } from '../../store/state.ts';
import { messageApi } from '../message-api.ts';
import { type Outgoing, type OutgoingFile, outgoingChanged, selectOutgoingById } from './outbox-slice.ts';

export const FILE_LOST = 'This file is no longer in this browser. Please attach it again.';

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
  ({ id, groupId }: Outgoing, about: OutgoingFile): AppThunk<Promise<MessageView | ApiError>> =>
  async (dispatch, getState, { waitingFiles, keptFiles }) => {
    const find = () => selectOutgoingById(getState(), id);
    const file = waitingFiles.get(id) ?? (await keptFiles.get(selectUserId(getState()) ?? '', id));
    if (find() === undefined) return unanswered;
    if (file === undefined) return { status: 410, error: FILE_LOST };
    const onProgress = (sent: number, total: number) => {
      // A removed message must not come back.
      const known = find();
      if (known && total > 0) dispatch(outgoingChanged({ ...known, file: { ...about, progress: sent / total } }));
    };
    const { promise, cancel } = dispatch(sendFile({ file, groupId, id, onProgress }));
    waitingFiles.hold(id, file, cancel);
    try {
      return await promise;
    } catch (error) {
      if (isApiError(error)) return error;
      throw error;
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
