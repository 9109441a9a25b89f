import { useEffect, useEffectEvent } from 'react';
import { useToast } from './toast.tsx';

/** Closes a dialog as soon as its action is no longer possible, and shows the reason. */
export const useWithdrawn = (reason: string | undefined, onClose: () => void): void => {
  const toast = useToast();
  const leave = useEffectEvent((why: string) => {
    toast(why, 'error');
    onClose();
  });
  useEffect(() => {
    if (reason !== undefined) leave(reason);
  }, [reason]);
};
