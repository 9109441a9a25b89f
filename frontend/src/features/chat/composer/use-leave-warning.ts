import { useEffect } from 'react';
import { selectOutbox } from '../../../data/message/outbox-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';

/** Makes the browser ask before it leaves the page while unsent files exist only here. */
export const useLeaveWarning = (isSending: boolean): void => {
  const waits = useAppSelector((state) =>
    selectOutbox(state).some(({ file, unstored }) => file !== undefined && unstored),
  );
  const warns = isSending || waits;
  useEffect(() => {
    if (!warns) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [warns]);
};
