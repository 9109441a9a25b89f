import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Milliseconds without a movement. Pauses between two turns of a wheel are shorter. */
const REST = 400;

/** Whether the reader scrolls down, from the first movement until they turn or rest. */
export const useGoingDown = (scroller: RefObject<HTMLElement | null>) => {
  const [goingDown, setGoingDown] = useState(false);
  const last = useRef({ top: 0, height: 0 });
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);

  const moved = useCallback(() => {
    if (scroller.current === null) return;
    const { scrollTop: top, scrollHeight: height } = scroller.current;
    const before = last.current;
    last.current = { top, height };
    // Rows added or removed above also move the list. Such a movement is not the reader's.
    if (height === before.height) setGoingDown(top > before.top);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => setGoingDown(false), REST);
  }, [scroller]);
  return { goingDown, moved };
};
