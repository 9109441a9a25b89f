import { useState } from 'react';
import { errorText } from '../api/api-error.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { uploadProfilePicture } from './uploads.ts';

/**
 * Sends a profile picture. The function resolves to what to show when it could not be sent (the fallback, where the server
 * gave no words), and to nothing when it could.
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
