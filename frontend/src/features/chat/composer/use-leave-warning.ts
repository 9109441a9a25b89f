import { useEffect } from 'react';
import { selectOutbox } from '../../../data/message/outbox-slice.ts';
import { useAppSelector } from '../../../data/store/hooks.ts';

/** The browser asks before it leaves the page while files are not out yet that nothing else keeps. */
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
