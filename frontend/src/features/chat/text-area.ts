import { type RefObject, useLayoutEffect } from 'react';

/** Makes a text area as high as its text, up to its `max-height`. Then it scrolls. */
export const useGrowing = (area: RefObject<HTMLTextAreaElement | null>, text: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height.
  useLayoutEffect(() => {
    const field = area.current;
    const around = field?.parentElement;
    if (!field || !around) return;
    // Keeps its height while the field is measured, so nothing around it moves.
    around.style.minHeight = `${around.offsetHeight}px`;
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight}px`;
    around.style.minHeight = '';
  }, [area, text]);
};

/** Focuses a text, to be continued at its end. A browser would put the caret before it. */
export const focusAtEnd = (field: HTMLTextAreaElement | null): void => {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
};
