import { useRef } from 'react';

/**
 * Remembers what had the focus when `open` became true; the returned function gives it back.
 * A menu item is gone by then, so the button that opened its menu gets the focus instead.
 */
export function useFocusReturn(open: boolean): () => void {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  // During render on purpose: by the time effects run, the dialog has taken the focus already.
  if (open && !wasOpen.current) opener.current = openerOf(document.activeElement);
  wasOpen.current = open;
  return () => opener.current?.focus();
}

function openerOf(element: Element | null): HTMLElement | null {
  if (!(element instanceof HTMLElement)) return null;
  const menuLabel = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (menuLabel && document.getElementById(menuLabel)) || element;
}
