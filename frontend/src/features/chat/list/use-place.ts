import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { chatLeft, type Place, selectPlace } from '../../../data/message/reading-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../data/store/hooks.ts';
import { type ChatRow, holds } from '../chat-rows.ts';
import type { ListParts } from './list-parts.ts';
import type { useJump } from './use-jump.ts';
import type { Reader } from './use-reader.ts';

const placeIn = (rows: readonly ChatRow[], { scroller, list }: ListParts): Place | undefined => {
  if (scroller.current === null || list.current === null) return undefined;
  const { scrollTop } = scroller.current;
  const index = list.current.findItemIndex(scrollTop);
  const row = rows[index];
  return row && { messageId: row.message._id, offset: scrollTop - list.current.getItemOffset(index) };
};

/**
 * Remembers where the reader was when they left the chat, and returns there. Rows that are not measured yet move the
 * list meanwhile; `isReturning` until the reader moves it.
 */
export const usePlace = (
  groupId: string,
  rows: readonly ChatRow[],
  {
    reader,
    jump,
    ...parts
  }: ListParts & {
    readonly reader: RefObject<Reader>;
    readonly jump: ReturnType<typeof useJump>;
  },
  isAtEnd: () => boolean,
) => {
  const dispatch = useAppDispatch();
  const kept = useAppSelector((state) => selectPlace(state, groupId));
  const [begin] = useState(kept);
  const isReturning = () => begin !== undefined && !reader.current.hasMoved;

  const leave = useEffectEvent(() => {
    if (isReturning()) return;
    dispatch(chatLeft({ groupId, place: isAtEnd() ? undefined : placeIn(rows, parts) }));
  });
  useLayoutEffect(() => () => leave(), []);

  /** Goes to where the reader was. @returns false if they should start at the end. */
  const toBegin = (): boolean => {
    if (begin !== undefined && rows.some((row) => holds(row, begin.messageId))) {
      jump.to(begin.messageId, 'start', begin.offset);
      return true;
    }
    reader.current.hasMoved = true;
    return false;
  };
  return { toBegin, isReturning };
};
