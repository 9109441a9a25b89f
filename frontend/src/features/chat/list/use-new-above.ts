import { type RefObject, useCallback, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';

const placeOf = (fromTop: number, height: number): 'above' | 'in-sight' | 'below' => {
  if (fromTop < 0) return 'above';
  return fromTop < height ? 'in-sight' : 'below';
};

/**
 * Whether the line `New messages`, above the message at `index`, is above the window. Once it was visible, no button
 * leads to it.
 */
export const useNewAbove = (
  firstNew: string | undefined,
  index: number,
  scroller: RefObject<HTMLElement | null>,
  list: RefObject<VirtualizerHandle | null>,
) => {
  const [above, setAbove] = useState<string>();
  const seen = useRef<string>(undefined);

  const look = useCallback(() => {
    const [area, rows] = [scroller.current, list.current];
    if (area === null || rows === null || firstNew === undefined || index === -1) return;
    // The list may only learn of the movement later.
    const place = placeOf(rows.getItemOffset(index) - area.scrollTop, area.clientHeight);
    if (place === 'in-sight') seen.current = firstNew;
    setAbove(place === 'above' && seen.current !== firstNew ? firstNew : undefined);
  }, [firstNew, index, scroller, list]);

  return { newAbove: firstNew !== undefined && above === firstNew, look };
};
