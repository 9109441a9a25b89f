import { type RefObject, useLayoutEffect } from 'react';

/** Lets a text area be as high as its text, up to its `max-height`; then it scrolls. */
export const useGrowing = (area: RefObject<HTMLTextAreaElement | null>, text: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height.
  useLayoutEffect(() => {
    const field = area.current;
    const around = field?.parentElement;
    if (!field || !around) return;
    // Held open while the field is measured: what stands around it must not move.
    around.style.minHeight = `${around.offsetHeight}px`;
    field.style.height = 'auto';
    field.style.height = `${field.scrollHeight}px`;
    around.style.minHeight = '';
  }, [area, text]);
};
