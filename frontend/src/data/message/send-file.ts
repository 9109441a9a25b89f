import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { type Upload, type UploadParts, upload } from '../api/upload.ts';
import type { AppThunk } from '../store/state.ts';

type FileMessage = Pick<UploadParts, 'file' | 'onProgress'> & {
  readonly groupId: string;
  /** The id that the message will have. A retry uses the same. */
  readonly id: string;
};

/** Sends a file as a message. */
export const sendFile =
  ({ file, groupId, id, onProgress }: FileMessage): AppThunk<Upload<MessageView>> =>
  (dispatch) => {
    const { promise, cancel } = dispatch(
      upload('sendFile', {
        file,
        fields: { groupId, id },
        idempotencyKey: id,
        ...(onProgress === undefined ? {} : { onProgress }),
      }),
    );
    return { cancel, promise: promise.then(({ message }) => message) };
  };
