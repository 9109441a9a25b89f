import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { chatLeft, type Place, selectPlace } from '../../../data/message/reading-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../data/store/hooks.ts';
import { type ChatRow, holds } from '../chat-rows.ts';

export type ListParts = {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly list: RefObject<VirtualizerHandle | null>;
};

/** Goes to a place, or to the end where it is not loaded. @returns whether it is the end. */
export const beginAt = (
  list: VirtualizerHandle | null,
  rows: readonly ChatRow[],
  place: Place | undefined,
): boolean => {
  const index = place === undefined ? -1 : rows.findIndex((row) => holds(row, place.messageId));
  if (index === -1) list?.scrollToIndex(rows.length - 1, { align: 'end' });
  else list?.scrollToIndex(index, { align: 'start', offset: place?.offset ?? 0 });
  return index === -1;
};

/** Where the reader was when they left the chat, for when they come back. @returns where they are to begin; nothing: at the end. */
export const usePlace = (
  groupId: string,
  rows: readonly ChatRow[],
  { scroller, list }: ListParts,
  isAtEnd: () => boolean,
): Place | undefined => {
  const dispatch = useAppDispatch();
  const kept = useAppSelector((state) => selectPlace(state, groupId));
  const [begin] = useState(kept);

  const placeNow = (): Place | undefined => {
    if (scroller.current === null || list.current === null || isAtEnd()) return undefined;
    const { scrollTop } = scroller.current;
    const index = list.current.findItemIndex(scrollTop);
    const row = rows[index];
    return row && { messageId: row.message._id, offset: scrollTop - list.current.getItemOffset(index) };
  };
  const leave = useEffectEvent(() => dispatch(chatLeft({ groupId, place: placeNow() })));
  useLayoutEffect(() => () => void leave(), []);
  return begin;
};
