import type { UserView } from '@quorum/contracts/wire/views.ts';
import { type Upload, type UploadParts, upload } from '../api/upload.ts';
import { changed } from '../store/changed.ts';
import type { AppThunk } from '../store/state.ts';

type Options = Pick<UploadParts, 'onProgress' | 'idempotencyKey'>;

export const uploadProfilePicture =
  (file: File, options: Options = {}): AppThunk<Upload<UserView>> =>
  (dispatch) => {
    const { promise, cancel } = dispatch(upload('uploadProfilePicture', { file, ...options }));
    return {
      cancel,
      promise: promise.then(({ user }) => {
        dispatch(changed({ name: 'accountUpdated', payload: { userId: user._id, user } }));
        return user;
      }),
    };
  };
