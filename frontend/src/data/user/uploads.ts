import type { UserView } from '@quorum/contracts/account/wire.ts';
import { type Upload, upload } from '../api/upload.ts';
import { changed } from '../store/changed.ts';
import type { AppThunk } from '../store/state.ts';

export const uploadProfilePicture =
  (file: File): AppThunk<Upload<UserView>> =>
  (dispatch) => {
    const { promise, cancel } = dispatch(upload('uploadProfilePicture', { file }));
    return {
      cancel,
      promise: promise.then(({ user }) => {
        dispatch(changed({ name: 'accountUpdated', payload: { userId: user._id, user } }));
        return user;
      }),
    };
  };
