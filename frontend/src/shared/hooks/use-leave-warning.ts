import { useEffect } from 'react';

/** Makes the browser ask before leaving the page while that would lose something. */
export const useLeaveWarning = (warns: boolean): void =>
  useEffect(() => {
    if (!warns) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [warns]);
