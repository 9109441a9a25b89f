import { useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type ChatRow, messagesOf } from '../chat-rows.ts';
import type { ListParts } from './list-parts.ts';
import { type Alignment, useJump } from './use-jump.ts';
import { usePlace } from './use-place.ts';
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

/**
 * Rows that change their height also change the scroll position. Only a reader scrolls up while all heights stay the
 * same.
 */
const wentUp = (before: Extent, now: Extent): boolean =>
  before.content === now.content && before.window === now.window && now.top < before.top - 1;

/**
 * Observes the list and its rows. The list shrinks when the composer grows. Rows grow with previews and pictures, and
 * the scroll event comes before the list has their new height.
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

/** @param onOpen called once, when the first rows are there. */
const useDrawnRows = (rows: readonly ChatRow[], onChange: () => void, onOpen: () => void): void => {
  const opened = useRef(false);
  const open = useEffectEvent(onOpen);
  const count = rows.length;
  const lastId = lastIdOf(rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new last row moves the end.
  useLayoutEffect(() => {
    if (count === 0) return;
    if (!opened.current) open();
    opened.current = true;
    onChange();
  }, [lastId, count, onChange]);
};

/** Keeps the reader's place: the end while they read there, else the message they look at, also after a return. */
export const useScroll = (
  groupId: string,
  rows: readonly ChatRow[],
  parts: ListParts,
  /** Whether the rows reach the newest message. Only then does the list stay at its end. */
  reachesNewest: boolean,
) => {
  const { scroller } = parts;
  // Rows may open further up. What was not on the screen must not count as read.
  const [atEnd, setAtEnd] = useState(rows.length === 0);
  const sticks = useRef(true);
  const last = useRef<Extent>({ top: 0, content: 0, window: 0 });
  const jump = useJump(rows, parts, () => look());

  const isNearNewest = (area: HTMLElement): boolean => reachesNewest && isNearEnd(area);
  const look = () => {
    const area = scroller.current;
    if (area === null) return;
    const before = last.current;
    last.current = extentOf(area);
    // On the way back to where the reader was, the list may pass its end.
    if (isReturning()) return;
    const near = isNearEnd(area);
    if (reader.current.goesUp) sticks.current = false;
    // A jump ends at its row, which may be at the end.
    else if (jump.isUnderWay() || isNearNewest(area)) sticks.current = isNearNewest(area);
    else if (wentUp(before, last.current)) sticks.current = false;
    setAtEnd(near || sticks.current);
  };
  const reader = useReader(scroller, { onMove: jump.cancel, onRest: look });
  const isAtEnd = () => sticks.current || (scroller.current !== null && isNearNewest(scroller.current));
  const { toBegin, isReturning } = usePlace(groupId, rows, { ...parts, reader, jump }, isAtEnd);

  const keep = useCallback(() => {
    if (jump.isUnderWay()) return jump.hold();
    if (scroller.current === null || !sticks.current || reader.current.goesUp || !reachesNewest) return;
    scroller.current.scrollTop = scroller.current.scrollHeight;
  }, [scroller, jump, reader, reachesNewest]);
  useResizes(scroller, keep);

  useDrawnRows(rows, keep, () => {
    sticks.current = !toBegin();
    setAtEnd(sticks.current);
  });

  /** @param stays whether the list should stay at its end. */
  const leave = (stays: boolean) => {
    reader.current = { hasMoved: true, goesUp: false };
    jump.cancel();
    sticks.current = stays;
  };
  return {
    atEnd,
    onScroll: look,
    onResize: keep,
    toEnd: () => {
      leave(true);
      setAtEnd(true);
      keep();
    },
    toRow: (messageId: string, align: Alignment) => {
      leave(false);
      jump.to(messageId, align);
      // A row that is in view needs no scrolling, so no scroll event comes.
      look();
    },
    /** The rows are about to be replaced by others further up. */
    leaveEnd: () => leave(false),
  };
};
