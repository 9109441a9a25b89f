import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type ChatRow, messagesOf } from '../chat-rows.ts';
import { type ListParts, usePlace } from './use-place.ts';
import { useReader } from './use-reader.ts';

/** Pixels from the end that still count as the end. */
const NEAR_END = 48;

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight < NEAR_END;

type Extent = { readonly top: number; readonly content: number; readonly window: number };

const extentOf = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): Extent => ({
  top: scrollTop,
  content: scrollHeight,
  window: clientHeight,
});

/** Rows that change their height push the end away or move what is read; only the reader goes up among rows at rest. */
const wentUp = (before: Extent, now: Extent): boolean =>
  before.content === now.content && before.window === now.window && now.top < before.top - 1;

/**
 * The window of the list shrinks when the composer grows. The rows grow with previews and pictures, and the list takes their new
 * height only after it has told of it.
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

/** Keeps the reader's place: the end while they read there, else the message they look at, also after a return. */
export const useScroll = (
  groupId: string,
  rows: readonly ChatRow[],
  parts: ListParts,
  /** Whether the rows reach the newest message. Only then is their end a place to stay at. */
  reachesNewest: boolean,
) => {
  const { scroller, list } = parts;
  const count = rows.length;
  // Rows may open further up. What was not on the screen must not count as read.
  const [atEnd, setAtEnd] = useState(count === 0);
  const sticks = useRef(true);
  const last = useRef<Extent>({ top: 0, content: 0, window: 0 });
  const lastId = lastIdOf(rows);

  const look = () => {
    const area = scroller.current;
    if (area === null) return;
    const before = last.current;
    last.current = extentOf(area);
    // On the way back to where the reader was, the end may come by.
    if (isReturning()) return;
    const near = isNearEnd(area);
    if (reader.current.goesUp) sticks.current = false;
    else if (near && reachesNewest) sticks.current = true;
    else if (wentUp(before, last.current)) sticks.current = false;
    setAtEnd(near || sticks.current);
  };
  const reader = useReader(scroller, look);
  const isAtEnd = () => sticks.current || (reachesNewest && scroller.current !== null && isNearEnd(scroller.current));
  const { toBegin, isReturning } = usePlace(groupId, rows, { ...parts, reader }, isAtEnd);

  const stick = useCallback(() => {
    if (scroller.current === null || !sticks.current || reader.current.goesUp || !reachesNewest) return;
    scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [scroller, reader, reachesNewest]);
  useResizes(scroller, stick);

  const opened = useRef(false);
  const open = useEffectEvent(() => {
    opened.current = true;
    sticks.current = toBegin();
    setAtEnd(sticks.current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last row moves the end.
  useLayoutEffect(() => {
    if (count === 0) return;
    if (!opened.current) open();
    stick();
  }, [lastId, count, stick]);

  /** @param stays whether the reader is to stay there, at the end. */
  const goTo = (index: number, align: 'end' | 'center' | 'nearest', stays: boolean) => {
    reader.current = { hasMoved: true, goesUp: false };
    sticks.current = stays;
    if (stays) setAtEnd(true);
    if (index >= 0) list.current?.scrollToIndex(index, { align });
  };
  return {
    atEnd,
    onScroll: look,
    onResize: stick,
    toEnd: () => goTo(count - 1, 'end', true),
    toRow: (index: number, align: 'center' | 'nearest') => goTo(index, align, false),
    /** The rows are about to be replaced by others further up. */
    leaveEnd: () => goTo(-1, 'nearest', false),
  };
};
