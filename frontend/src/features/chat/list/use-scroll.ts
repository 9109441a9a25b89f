import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { type ChatRow, messagesOf } from '../chat-rows.ts';
import { beginAt, type ListParts, usePlace } from './use-place.ts';

/** Pixels from the end that still count as the end. */
const NEAR_END = 48;

/**
 * The window of the list shrinks when the composer grows. The rows grow with previews and pictures, and the list takes their new height
 * only after it has told of it.
 */
const useResizes = (scroller: ListParts['scroller'], onResize: () => void): void =>
  useLayoutEffect(() => {
    if (scroller.current === null) return;
    const observer = new ResizeObserver(onResize);
    observer.observe(scroller.current);
    for (const part of scroller.current.children) observer.observe(part);
    return () => observer.disconnect();
  }, [scroller, onResize]);

const lastIdOf = (rows: readonly ChatRow[]): string | undefined => {
  const last = rows.at(-1);
  return last && messagesOf(last).at(-1)?._id;
};

/** Keeps the reader where they are: at the end while they read there, else at the message they look at, also when they come back. */
export const useScroll = (
  groupId: string,
  rows: readonly ChatRow[],
  parts: ListParts,
  /** The rows reach the newest message: only then is their end a place to stay at. */
  reachesNewest: boolean,
) => {
  const { scroller, list } = parts;
  const sticks = useRef(true);
  const begin = usePlace(groupId, rows, parts, () => sticks.current);
  const [atEnd, setAtEnd] = useState(begin === undefined);
  const last = useRef({ top: 0, content: 0, window: 0 });
  const count = rows.length;
  const lastId = lastIdOf(rows);

  const stick = useCallback(() => {
    if (scroller.current === null || !sticks.current || !reachesNewest) return;
    scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [scroller, reachesNewest]);

  useResizes(scroller, stick);

  const opened = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last row moves the end.
  useLayoutEffect(() => {
    if (count === 0) return;
    if (!opened.current) {
      opened.current = true;
      sticks.current = beginAt(list.current, rows, begin);
      setAtEnd(sticks.current);
    }
    stick();
  }, [lastId, count, stick, list]);

  const onScroll = useCallback(() => {
    const area = scroller.current;
    if (area === null) return;
    const near = area.scrollHeight - area.scrollTop - area.clientHeight < NEAR_END;
    const before = last.current;
    last.current = { top: area.scrollTop, content: area.scrollHeight, window: area.clientHeight };
    // Rows that change their height push the end away or move what is read; only the reader goes up among rows at rest.
    const isAtRest = before.content === area.scrollHeight && before.window === area.clientHeight;
    if (near && reachesNewest) sticks.current = true;
    else if (isAtRest && area.scrollTop < before.top - 1) sticks.current = false;
    setAtEnd(near || sticks.current);
  }, [scroller, reachesNewest]);

  const toEnd = useCallback(() => {
    sticks.current = true;
    setAtEnd(true);
    if (count > 0) list.current?.scrollToIndex(count - 1, { align: 'end' });
  }, [count, list]);

  const toRow = useCallback(
    (index: number, align: 'center' | 'nearest') => {
      sticks.current = false;
      list.current?.scrollToIndex(index, { align });
    },
    [list],
  );
  /** The rows are about to be replaced by others, further up. */
  const letGo = useCallback(() => {
    sticks.current = false;
  }, []);
  return { atEnd, onScroll, onResize: stick, toEnd, toRow, letGo };
};
