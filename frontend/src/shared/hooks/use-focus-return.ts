import { type FocusEvent, useRef } from 'react';
import { focusHeading } from '../lib/focus-heading.ts';

/** For a region beside the work whose parts come and go: remembers where the focus came from, and gives it back there. */
export const useFocusReturn = () => {
  const before = useRef<Element | null>(null);
  return {
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent): void => {
      if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
    },
    /** Call it before a part goes that may have the focus. */
    giveBack: (part: Element | null): void => {
      if (part?.contains(document.activeElement) !== true) return;
      if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
      else focusHeading();
    },
  };
};
