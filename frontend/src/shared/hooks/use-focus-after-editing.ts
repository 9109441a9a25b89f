import { type RefObject, useEffect, useRef } from 'react';

/** The buttons that end editing disappear with it. The focus returns to where editing began, unless it has moved on. */
export const useFocusAfterEditing = (editing: boolean, begin: RefObject<HTMLElement | null>): void => {
  const wasEditing = useRef(editing);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (wasEditing.current && !editing && isLost) begin.current?.focus();
    wasEditing.current = editing;
  }, [editing, begin]);
};
