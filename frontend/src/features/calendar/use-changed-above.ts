import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { type Row, tailsMatch } from './list-rows.ts';

/**
 * Whether rows came or went only above the first row in view. The list then keeps its distance from the end, so that what
 * is read, or typed in a card, stays where it is.
 */
export const useChangedAbove = (list: RefObject<VirtualizerHandle | null>, rows: readonly Row[]): boolean => {
  const drawn = useRef(rows);
  useLayoutEffect(() => {
    drawn.current = rows;
  }, [rows]);
  // At its very top, a list shows what comes before its first row.
  if (drawn.current === rows || !list.current?.scrollOffset) return false;
  // During render on purpose: the list still has the places of the rows that are drawn.
  const first = list.current.findItemIndex(list.current.scrollOffset);
  return tailsMatch(drawn.current.slice(first), rows);
};
