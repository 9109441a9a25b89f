import { useAppDispatch } from '../store/hooks.ts';
import { uploadProfilePicture } from './uploads.ts';

/** Uploads a profile picture, and answers as a mutation does. */
export const usePictureUpload = () => {
  const dispatch = useAppDispatch();
  return (file: File) =>
    dispatch(uploadProfilePicture(file)).promise.then(
      (data) => ({ data }),
      (error: unknown) => ({ error }),
    );
};
