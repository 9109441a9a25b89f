import { useRef } from 'react';

/**
 * Remembers what had the focus when `open` became true. The returned function restores it. If a menu item opened the
 * dialog, the menu's button gets the focus, because the item is gone.
 */
export function useFocusReturn(open: boolean): () => void {
  const opener = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  // During render on purpose: when effects run, the dialog already has the focus.
  if (open && !wasOpen.current) opener.current = openerOf(document.activeElement);
  wasOpen.current = open;
  return () => {
    // Another dialog that was opened meanwhile keeps the focus: taking it away would select what was typed there.
    const other = document.activeElement?.closest('[role="dialog"], [role="alertdialog"]');
    if (!other || other.contains(opener.current)) opener.current?.focus();
  };
}

function openerOf(element: Element | null): HTMLElement | null {
  if (!(element instanceof HTMLElement)) return null;
  const menuLabel = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (menuLabel && document.getElementById(menuLabel)) || element;
}
