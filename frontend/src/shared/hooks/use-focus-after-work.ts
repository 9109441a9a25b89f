import { useEffect, useRef } from 'react';

/**
 * What had the focus when the work began is disabled meanwhile, and browsers take the focus from it. It gets the focus back
 * when the work has ended.
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
