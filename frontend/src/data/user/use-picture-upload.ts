import { useState } from 'react';
import { errorText } from '../api/api-error.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { uploadProfilePicture } from './uploads.ts';

/**
 * Uploads a profile picture. The function resolves to the error to show (the server's text or the fallback), or to
 * undefined on success.
 */
export function usePictureUpload(fallback: string): readonly [(file: File) => Promise<string | undefined>, boolean] {
  const dispatch = useAppDispatch();
  const [busy, setBusy] = useState(false);
  const send = async (file: File) => {
    setBusy(true);
    try {
      await dispatch(uploadProfilePicture(file)).promise;
      return undefined;
    } catch (error) {
      return errorText(error, fallback);
    } finally {
      setBusy(false);
    }
  };
  return [send, busy];
}
