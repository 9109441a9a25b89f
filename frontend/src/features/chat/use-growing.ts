import { type RefObject, useLayoutEffect } from 'react';

/** Lets a text area be as high as its text, up to its `max-height`; then it scrolls. */
export const useGrowing = (area: RefObject<HTMLTextAreaElement | null>, text: string): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text decides the height.
  useLayoutEffect(() => {
    if (area.current === null) return;
    area.current.style.height = 'auto';
    area.current.style.height = `${area.current.scrollHeight}px`;
  }, [area, text]);
};
