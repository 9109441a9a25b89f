import { useRef } from 'react';

/**
 * Remembers what had the focus when `open` became true. The returned function restores it. If a menu item opened the
 * dialog, the menu's button gets the focus, because the item is gone. If the button is gone too, as on a card that was
 * deleted or with a right that was lost, the list, section or dialog around it gets the focus, unless the screen has
 * already put it somewhere.
 */
export function useFocusReturn(open: boolean): () => void {
  const opener = useRef<HTMLElement | null>(null);
  const around = useRef<HTMLElement | null>(null);
  const wasOpen = useRef(false);
  // During render on purpose: when effects run, the dialog already has the focus.
  if (open && !wasOpen.current) {
    opener.current = openerOf(document.activeElement);
    around.current = placeAround(opener.current);
  }
  wasOpen.current = open;
  return () => {
    const target = opener.current?.isConnected ? opener.current : isFocusLost() && takerIn(around.current);
    if (target && mayTakeFocus(target)) target.focus();
  };
}

/** A list or dialog takes the focus itself, a section by its first control. */
const takerIn = (place: HTMLElement | null): HTMLElement | null | undefined =>
  place?.hasAttribute('tabindex') ? place : place?.querySelector<HTMLElement>('button:not(:disabled), a[href], input');

const placeAround = (opener: HTMLElement | null): HTMLElement | null => {
  const parent = opener?.parentElement;
  return (
    parent?.closest<HTMLElement>('[tabindex="0"]') ??
    parent?.closest<HTMLElement>('section, [role="dialog"], aside, main') ??
    null
  );
};

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
