import type { UserView } from '@quorum/contracts/account/wire.ts';
import { type Upload, upload } from '../api/upload.ts';
import { changed } from '../store/changed.ts';
import { useAppDispatch } from '../store/hooks.ts';
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

/** Uploads a profile picture, and answers as a mutation does. */
export const usePictureUpload = () => {
  const dispatch = useAppDispatch();
  return (file: File) =>
    dispatch(uploadProfilePicture(file)).promise.then(
      (data) => ({ data }),
      (error: unknown) => ({ error }),
    );
};
