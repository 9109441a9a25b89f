import { type RefObject, useLayoutEffect, useRef } from 'react';

const isInDialog = (focused: Element | null): boolean =>
  Boolean(focused?.closest('[role="dialog"], [role="alertdialog"]'));

const isGone = (focused: Element | null): boolean =>
  focused?.isConnected === false && document.activeElement === document.body;

/**
 * An event may be deleted elsewhere while its card has the focus. The list gets it then. `next` gets it when no list is
 * left, also from the question that deleted the last event.
 */
export const useFocusAfterRemoval = (isEmpty: boolean, next: RefObject<HTMLElement | null>): void => {
  const focused = useRef<Element | null>(null);
  const list = useRef<HTMLElement | null>(null);
  // During render on purpose: when effects run, the card is gone.
  focused.current = document.activeElement;
  // A dialog that was opened from a card still belongs to the list, also while it works and nothing has the focus.
  if (focused.current !== document.body && !isInDialog(focused.current))
    list.current = focused.current?.closest<HTMLElement>('.sched') ?? null;
  useLayoutEffect(() => {
    if (list.current === null || !isGone(focused.current)) return;
    if (!list.current.isConnected) {
      if (isEmpty) next.current?.focus();
      return;
    }
    // A dialog gives the focus back to the card itself.
    if (!isInDialog(focused.current)) list.current.focus();
  });
};
