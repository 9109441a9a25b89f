import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether the height of the list was the same for two frames since it was opened. Rows are measured only after layout.
 */
export const useSettled = (scroller: RefObject<HTMLElement | null>, opened: boolean): boolean => {
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    if (!opened || settled) return;
    let last: number | undefined;
    const look = () => {
      const height = scroller.current?.scrollHeight;
      if (height === last) setSettled(true);
      else frame = requestAnimationFrame(look);
      last = height;
    };
    let frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [scroller, opened, settled]);
  return settled;
};
