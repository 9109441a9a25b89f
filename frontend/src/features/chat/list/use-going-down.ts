import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Milliseconds without a movement: shorter pauses stand between two turns of a wheel. */
const REST = 400;

/** Whether the list moves towards its end, from the first movement until it turns or has come to rest. */
export const useGoingDown = (scroller: RefObject<HTMLElement | null>) => {
  const [goingDown, setGoingDown] = useState(false);
  const lastTop = useRef(0);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);

  const moved = useCallback(() => {
    const top = scroller.current?.scrollTop ?? 0;
    const down = top > lastTop.current;
    lastTop.current = top;
    clearTimeout(rest.current);
    if (down) rest.current = setTimeout(() => setGoingDown(false), REST);
    setGoingDown(down);
  }, [scroller]);
  return { goingDown, moved };
};
