import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { chatLeft, type Place, selectPlace } from '../../../data/message/reading-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../data/store/hooks.ts';
import { type ChatRow, holds } from '../chat-rows.ts';
import type { Reader } from './use-reader.ts';

export type ListParts = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<VirtualizerHandle | null>;
};

const placeIn = (rows: readonly ChatRow[], { scroller, list }: ListParts): Place | undefined => {
  if (scroller.current === null || list.current === null) return undefined;
  const { scrollTop } = scroller.current;
  const index = list.current.findItemIndex(scrollTop);
  const row = rows[index];
  return row && { messageId: row.message._id, offset: scrollTop - list.current.getItemOffset(index) };
};

/**
 * Where the reader was when they left the chat, for when they come back. Rows that are not measured yet move the list while it is
 * brought there; until the reader moves it, `isReturning`.
 */
export const usePlace = (
  groupId: string,
  rows: readonly ChatRow[],
  { reader, ...parts }: ListParts & { readonly reader: RefObject<Reader> },
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

  /** Goes to where the reader was, or to the end if that is not loaded any more. @returns whether it is the end. */
  const toBegin = (): boolean => {
    const index = begin === undefined ? -1 : rows.findIndex((row) => holds(row, begin.messageId));
    if (index === -1) {
      reader.current.hasMoved = true;
      parts.list.current?.scrollToIndex(rows.length - 1, { align: 'end' });
    } else parts.list.current?.scrollToIndex(index, { align: 'start', offset: begin?.offset ?? 0 });
    return index === -1;
  };
  return { toBegin, isReturning };
};
