import { useEffect, useEffectEvent } from 'react';

/** Calls back once when `lasts` has been true for this many milliseconds. */
export function useAfter(lasts: boolean, milliseconds: number, then: () => void): void {
  const latest = useEffectEvent(then);
  useEffect(() => {
    if (!lasts) return;
    const timer = setTimeout(() => latest(), milliseconds);
    return () => clearTimeout(timer);
  }, [lasts, milliseconds]);
}
