import { type RefObject, useCallback } from 'react';
import { jumpTo, showNewest } from '../../../data/message/message-pages.ts';
import { useAppDispatch } from '../../../data/store/hooks.ts';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import type { MessageListHandle } from './message-list.tsx';

/** Jumps to messages that may have to be loaded first: the target of a reply, and the newest ones. */
export const useJumps = (groupId: string, list: RefObject<MessageListHandle | null>, hasMoreAfter: boolean) => {
  const dispatch = useAppDispatch();
  const toast = useToast();

  const toMessage = useCallback(
    async (messageId: string) => {
      if (list.current?.show(messageId)) return;
      try {
        await dispatch(jumpTo(groupId, messageId, () => list.current?.awaits(messageId) ?? false));
      } catch (error) {
        console.warn('The message could not be loaded.', error);
        toast('The message didn’t load', 'error');
      }
    },
    [list, dispatch, groupId, toast],
  );
  const toNewest = useCallback(
    /** @param focus whether the newest message gets the focus. */
    async (focus: boolean) => {
      try {
        if (hasMoreAfter) await dispatch(showNewest(groupId));
        // After the loaded messages are drawn.
        requestAnimationFrame(() => {
          list.current?.toEnd();
          if (focus) list.current?.focusLast();
        });
      } catch (error) {
        console.warn('The newest messages could not be loaded.', error);
        toast('The newest messages didn’t load', 'error');
      }
    },
    [list, dispatch, groupId, hasMoreAfter, toast],
  );

  return { toMessage, toNewest };
};
