import { useEffect, useState } from 'react';
import { comeBackTo } from '../../../data/message/message-pages.ts';
import { selectPlace } from '../../../data/message/reading-slice.ts';
import type { useChat } from '../../../data/message/use-chat.ts';
import { useAppDispatch, useAppSelector } from '../../../data/store/hooks.ts';

type Loaded = Pick<ReturnType<typeof useChat>, 'messages' | 'notices'>;

/** Loads the messages around the place that the reader left, if they are not loaded any more. @returns whether they are awaited */
export const useLeftPlace = (groupId: string, { messages, notices }: Loaded): boolean => {
  const dispatch = useAppDispatch();
  const kept = useAppSelector((state) => selectPlace(state, groupId));
  const [place] = useState(kept);
  const [isOver, setOver] = useState(place === undefined);
  const isHere = !isOver && [...messages, ...notices].some(({ _id }) => _id === place?.messageId);
  if (isHere) setOver(true);
  const isAwaited = !isOver && !isHere && messages.length > 0;

  useEffect(() => {
    if (!isAwaited || place === undefined) return;
    void dispatch(comeBackTo(groupId, place.messageId)).finally(() => setOver(true));
  }, [isAwaited, place, dispatch, groupId]);
  return isAwaited;
};
