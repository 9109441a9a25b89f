import { type RefObject, useEffect, useRef } from 'react';

/** The buttons that end editing are gone with it, so the focus returns to where it began, unless it has moved on. */
export const useFocusAfterEditing = (editing: boolean, begin: RefObject<HTMLElement | null>): void => {
  const wasEditing = useRef(editing);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (wasEditing.current && !editing && isLost) begin.current?.focus();
    wasEditing.current = editing;
  }, [editing, begin]);
};
