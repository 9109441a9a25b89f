import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Milliseconds without a movement: shorter pauses stand between two turns of a wheel. */
const REST = 400;

/** Whether the reader moves the list towards its end, from the first movement until it turns or has come to rest. */
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
    // What came or went above what is read moves the list as well, to keep it in its place: that is no movement of the reader.
    if (height === before.height) setGoingDown(top > before.top);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => setGoingDown(false), REST);
  }, [scroller]);
  return { goingDown, moved };
};
