import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { type ChatRow, messagesOf } from '../chat-rows.ts';

/** Pixels from the end that still count as the end. */
const NEAR_END = 48;

/** Keeps the reader where they are: at the end while they read there, else at the message they look at. */
export const useScroll = (
  rows: readonly ChatRow[],
  scroller: RefObject<HTMLDivElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  /** The rows reach the newest message: only then is their end a place to stay at. */
  reachesNewest: boolean,
) => {
  const [atEnd, setAtEnd] = useState(true);
  const sticks = useRef(true);
  const last = useRef({ top: 0, content: 0, window: 0 });
  const count = rows.length;
  const lastRow = rows.at(-1);
  const lastId = lastRow && messagesOf(lastRow).at(-1)?._id;

  const stick = useCallback(() => {
    if (scroller.current === null || !sticks.current || !reachesNewest) return;
    scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [scroller, reachesNewest]);

  // The window of the list shrinks when the composer grows. The rows grow with previews and pictures, and the list
  // takes their new height only after it has told of it.
  useLayoutEffect(() => {
    if (scroller.current === null) return;
    const observer = new ResizeObserver(stick);
    observer.observe(scroller.current);
    for (const part of scroller.current.children) observer.observe(part);
    return () => observer.disconnect();
  }, [scroller, stick]);

  const opened = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last row moves the end.
  useLayoutEffect(() => {
    if (count === 0) return;
    if (!opened.current) {
      opened.current = true;
      list.current?.scrollToIndex(count - 1, { align: 'end' });
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
