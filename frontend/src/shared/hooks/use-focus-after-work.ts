import { useEffect, useRef } from 'react';

/**
 * A control is disabled while its work runs, so the browser takes the focus from it. This gives the focus back when the
 * work has ended.
 */
export function useFocusAfterWork(busy: boolean): void {
  const focused = useRef<Element | null>(null);
  const wasBusy = useRef(false);
  // During render on purpose: afterwards it is disabled.
  if (busy && !wasBusy.current) focused.current = document.activeElement;
  wasBusy.current = busy;
  useEffect(() => {
    if (busy || document.activeElement !== document.body) return;
    if (focused.current instanceof HTMLElement) focused.current.focus();
  }, [busy]);
}
