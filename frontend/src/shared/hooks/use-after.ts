import { useEffect, useEffectEvent } from 'react';

/** Calls once when something has lasted so many milliseconds. */
export function useAfter(lasts: boolean, milliseconds: number, then: () => void): void {
  const latest = useEffectEvent(then);
  useEffect(() => {
    if (!lasts) return;
    const timer = setTimeout(() => latest(), milliseconds);
    return () => clearTimeout(timer);
  }, [lasts, milliseconds]);
}
