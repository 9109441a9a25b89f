import { type RefObject, useLayoutEffect, useReducer, useRef } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { Row } from './list-rows.ts';

type Rows = readonly Row[];

export type Drawn = {
  readonly rows: Rows;
  /** Whether rows changed only above the viewport. The list then keeps its distance from the end. */
  readonly isAbove: boolean;
};

const hasKeys = (rows: Rows, others: Rows): boolean =>
  rows.length === others.length && rows.every(({ key }, index) => key === others[index]?.key);

const without = (rows: Rows, others: Rows): Rows => {
  const keys = new Set(others.map(({ key }) => key));
  return rows.filter(({ key }) => !keys.has(key));
};

/**
 * The next list to draw on the way from one list to another. The list remembers the height of each place, not of each
 * row, so each step changes rows on one side of the anchor only. A row that crosses it is taken out on one side first.
 */
export const stepTo = (drawn: Rows, rows: Rows, anchor: string | undefined): Drawn => {
  const [from, to] = [drawn, rows].map((list) => list.findIndex(({ key }) => key === anchor)) as [number, number];
  if (from === -1 || to === -1) return { rows, isAbove: false };
  const [oldAbove, oldBelow] = [drawn.slice(0, from), drawn.slice(from)];
  const [above, below] = [rows.slice(0, to), rows.slice(to)];
  if (hasKeys(oldBelow, below)) return { rows, isAbove: true };
  if (hasKeys(oldAbove, above)) return { rows, isAbove: false };
  const kept = without(below, oldAbove);
  return hasKeys(oldBelow, kept)
    ? { rows: [...above, ...kept], isAbove: true }
    : { rows: [...oldAbove, ...kept], isAbove: false };
};

const isUnmoved = (row: Row, other: Row | undefined): boolean =>
  row.kind === 'event' ? other?.kind === 'event' && row.event.startsAt === other.event.startsAt : row.kind === 'day';

/** The first drawn row from `first` on that is still listed and was not moved. */
export const unmovedRow = (drawn: Rows, rows: Rows, first: number): string | undefined => {
  const listed = new Map(rows.map((row) => [row.key, row]));
  return drawn.slice(first).find((row) => listed.has(row.key) && isUnmoved(row, listed.get(row.key)))?.key;
};

/** Keeps the rows being read, or the card being edited, in place while rows above change. */
export const useScrollAnchoring = (list: RefObject<VirtualizerHandle | null>, rows: Rows): Drawn => {
  const drawn = useRef(rows);
  const anchor = useRef<string>(undefined);
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  // During render on purpose: the list still has the places of the rows that are drawn.
  const offset = list.current?.scrollOffset ?? 0;
  // At the very top, rows added above the first one are to be seen.
  const current = offset > 0 ? list.current : null;
  if (drawn.current !== rows)
    anchor.current ??= current ? unmovedRow(drawn.current, rows, current.findItemIndex(offset)) : undefined;
  const step = drawn.current === rows ? { rows, isAbove: false } : stepTo(drawn.current, rows, anchor.current);
  useLayoutEffect(() => {
    if (drawn.current === step.rows) return;
    drawn.current = step.rows;
    if (step.rows === rows) anchor.current = undefined;
    else drawAgain();
  });
  return step;
};
