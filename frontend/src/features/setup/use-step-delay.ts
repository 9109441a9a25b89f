import { useCallback, useEffect, useRef, useState } from 'react';

export const STEP_DELAY_MS = 1000;

/** The pause that shows a saved answer before the next step. True while it lasts. */
export function useStepDelay(onOver: () => void): readonly [boolean, () => void] {
  const [running, setRunning] = useState(false);
  const latest = useRef(onOver);
  useEffect(() => {
    latest.current = onOver;
  });
  useEffect(() => {
    if (!running) return;
    const timer = setTimeout(() => {
      setRunning(false);
      latest.current();
    }, STEP_DELAY_MS);
    return () => clearTimeout(timer);
  }, [running]);
  return [running, useCallback(() => setRunning(true), [])];
}
