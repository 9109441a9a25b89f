import { useEffect, useState } from 'react';

/** Milliseconds after a failure at which the picture is requested again. */
const AGAIN_AFTER = [5_000, 60_000];

/**
 * Whether the picture at this address could not be loaded. It is requested again out of sight, also when the browser is back
 * online, and counts as failed until it has loaded.
 */
export const useFailedPicture = (src: string | null | undefined) => {
  const [failed, setFailed] = useState<string>();
  const hasFailed = failed !== undefined && failed === src;
  useEffect(() => {
    if (!hasFailed) return;
    const request = () => {
      const image = new Image();
      image.onload = () => setFailed(undefined);
      image.src = failed;
    };
    const timers = AGAIN_AFTER.map((pause) => setTimeout(request, pause));
    window.addEventListener('online', request);
    return () => {
      timers.forEach(clearTimeout);
      window.removeEventListener('online', request);
    };
  }, [hasFailed, failed]);
  return { hasFailed, onError: () => setFailed(src ?? undefined) };
};
