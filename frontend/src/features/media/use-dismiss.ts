import { type RefObject, useEffect, useRef } from 'react';

/** Escape and presses outside dismiss the panel, unless something that it opened covers it. */
export const useDismiss = (
  panel: RefObject<HTMLElement | null>,
  isCovered: boolean,
  onDismiss: (how: 'escape' | 'outside') => void,
): void => {
  const latest = useRef({ isCovered, onDismiss });
  latest.current = { isCovered, onDismiss };
  useEffect(() => {
    const onPointerDown = ({ target }: PointerEvent) => {
      if (latest.current.isCovered || !(target instanceof Element) || panel.current?.contains(target)) return;
      // The buttons that open the panel also close it. A press here would reopen it.
      if (target.closest('[data-media], .toasts') !== null) return;
      latest.current.onDismiss('outside');
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !latest.current.isCovered)
        latest.current.onDismiss('escape');
    };
    document.addEventListener('pointerdown', onPointerDown);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [panel]);
};
