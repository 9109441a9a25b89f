import { useRef } from 'react';

/**
 * Remembers what had the focus when `open` became true. The returned function restores it. If a menu item opened the
 * dialog, the menu's button gets the focus, because the item is gone. If the button is gone too, as on a card that was
 * deleted, the list around it gets the focus, unless the screen has already put it somewhere.
 */
export function useFocusReturn(open: boolean): () => void {
  const opener = useRef<HTMLElement | null>(null);
  const around = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  // During render on purpose: when effects run, the dialog already has the focus.
  if (open && !wasOpen.current) {
    opener.current = openerOf(document.activeElement);
    around.current = opener.current?.parentElement?.closest<HTMLElement>('[tabindex="0"]') ?? null;
  }
  wasOpen.current = open;
  return () => {
    const target = opener.current?.isConnected ? opener.current : isFocusLost() && around.current;
    if (target && mayTakeFocus(target)) target.focus();
  };
}

const mayTakeFocus = (target: HTMLElement): boolean => {
  const focused = document.activeElement;
  // While a dialog works, it has the focus itself. Afterwards, its screen may have put the focus on something in it.
  if (target.contains(focused)) return false;
  // Another dialog that was opened meanwhile keeps the focus: taking it away would select what was typed there.
  const other = focused?.closest('[role="dialog"], [role="alertdialog"]');
  return !other || other.contains(target);
};

const isFocusLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

function openerOf(element: Element | null): HTMLElement | null {
  if (!(element instanceof HTMLElement)) return null;
  const menuLabel = element.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  return (menuLabel && document.getElementById(menuLabel)) || element;
}
