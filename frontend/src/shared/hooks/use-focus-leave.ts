import { type FocusEvent, useRef } from 'react';

/**
 * Props for an element that reacts when the focus leaves it. Safari does not focus a pressed button and names nothing
 * that takes the focus, so a press inside does not count.
 */
export const useFocusLeave = (onLeave: () => unknown) => {
  const isPressed = useRef(false);
  return {
    onPointerDown: () => {
      isPressed.current = true;
      const end = () => {
        isPressed.current = false;
      };
      for (const kind of ['pointerup', 'pointercancel']) window.addEventListener(kind, end, { once: true });
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!isPressed.current && !currentTarget.contains(relatedTarget)) onLeave();
    },
  };
};
