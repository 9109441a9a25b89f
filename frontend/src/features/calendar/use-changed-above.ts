import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { type Row, tailsMatch, unmovedRow } from './list-rows.ts';

/**
 * Keeps what is being read, or typed in a card, in its place while rows above it come and go. Returns whether rows
 * changed only above the first row in view; the list then keeps its distance from the end. If other rows changed too,
 * such as an event moved past the view, this scrolls the list by as much as the first unmoved row has moved.
 */
export const useChangedAbove = (
  list: RefObject<VirtualizerHandle | null>,
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
): boolean => {
  const drawn = useRef(rows);
  // During render on purpose: the list still has the places of the rows that are drawn.
  const change = changeOf(list.current, drawn.current, rows);
  useLayoutEffect(() => {
    drawn.current = rows;
    if (list.current && scroller.current && change?.to !== undefined)
      scroller.current.scrollTop += list.current.getItemOffset(change.to) - change.offset;
  });
  return change !== undefined && change.to === undefined;
};

type Change = { readonly to?: undefined } | { readonly to: number; readonly offset: number };

/**
 * Undefined if nothing changed above. `{}` if only that changed. Otherwise `to` is the new index of a row that was at
 * `offset`.
 */
const changeOf = (list: VirtualizerHandle | null, drawn: readonly Row[], rows: readonly Row[]): Change | undefined => {
  // At the very top, rows added above the first one are to be seen.
  if (drawn === rows || !list?.scrollOffset) return undefined;
  const first = list.findItemIndex(list.scrollOffset);
  if (tailsMatch(drawn.slice(first), rows)) return {};
  const kept = unmovedRow(drawn, rows, first);
  return kept && { to: kept.to, offset: list.getItemOffset(kept.from) };
};
