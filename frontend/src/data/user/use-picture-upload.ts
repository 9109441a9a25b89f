import { upload } from '../api/upload.ts';
import { changed } from '../store/changes.ts';
import { useAppDispatch } from '../store/hooks.ts';

/** Uploads a profile picture, and answers as a mutation does. */
export const usePictureUpload = () => {
  const dispatch = useAppDispatch();
  return (file: File) =>
    dispatch(upload('uploadProfilePicture', { file })).promise.then(
      ({ user }) => {
        dispatch(changed({ name: 'accountUpdated', payload: { userId: user._id, user } }));
        return { data: user };
      },
      (error: unknown) => ({ error }),
    );
};
