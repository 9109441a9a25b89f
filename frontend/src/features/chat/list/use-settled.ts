import { type RefObject, useEffect, useState } from 'react';

/** Heights of rows are known once they have been laid out. Has the list been of one height for a frame since it was opened? */
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
