import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { loadNewer, loadOlder } from '../../../data/message/message-pages.ts';
import { useAppDispatch } from '../../../data/store/hooks.ts';
import type { ChatLine } from '../chat-lines.ts';

/** Pixels from an edge of the loaded messages at which the next page is requested. */
const LOAD_AHEAD_PX = 1_200;

export type Ends = {
  readonly groupId: string;
  readonly hasMoreBefore: boolean;
  readonly hasMoreAfter: boolean;
};

/** Loads the next page before the reader reaches an edge. Call `look` on every movement. */
export const usePaging = (
  { groupId, hasMoreBefore, hasMoreAfter }: Ends,
  lines: readonly ChatLine[],
  scroller: RefObject<HTMLElement | null>,
) => {
  const dispatch = useAppDispatch();
  const [isLoadingOlder, setIsLoadingOlder] = useState(false);

  const load = useCallback(async () => {
    const area = scroller.current;
    if (area === null) return;
    const fromEnd = area.scrollHeight - area.scrollTop - area.clientHeight;
    try {
      if (hasMoreBefore && area.scrollTop < LOAD_AHEAD_PX) {
        setIsLoadingOlder(true);
        await dispatch(loadOlder(groupId));
      } else if (hasMoreAfter && fromEnd < LOAD_AHEAD_PX) await dispatch(loadNewer(groupId));
    } catch (error) {
      // The next movement retries. The connection line informs the reader.
      console.warn('More messages could not be loaded.', error);
    } finally {
      setIsLoadingOlder(false);
    }
  }, [scroller, dispatch, groupId, hasMoreBefore, hasMoreAfter]);
  const look = useCallback(() => void load(), [load]);

  // A page may be shorter than the window. Beyond the most that is held, the number of lines stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that arrives is looked at.
  useLayoutEffect(look, [lines, look]);

  return { isLoadingOlder: isLoadingOlder && hasMoreBefore, look };
};
