import { limits } from '@quorum/contracts/kernel/limits.ts';
import { upload } from '../api/upload.ts';
import { changed } from '../store/changes.ts';
import { useAppDispatch } from '../store/hooks.ts';

/**
 * Why a file cannot be a profile picture, or undefined. Only its type and size are known here; the server examines the
 * content.
 */
export const profilePictureError = ({ type, size }: Pick<File, 'type' | 'size'>): string | undefined => {
  if (!type.startsWith('image/')) return 'Please select an image file';
  return size > limits.picture ? 'File size must be less than 5MB' : undefined;
};

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
