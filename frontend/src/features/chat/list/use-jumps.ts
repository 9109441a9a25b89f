import { type RefObject, useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { jumpTo, showNewest } from '../../../data/message/message-pages.ts';
import { type Visit, visitOf } from '../../../data/message/reading/visits.ts';
import { useAppDispatch } from '../../../data/store/hooks.ts';
import { useToast } from '../../../shared/ui/overlays/toast.tsx';
import type { MessageListHandle } from './message-list.tsx';

export const MESSAGE_GONE = 'That message is no longer here';

/** Jumps to messages that may have to be loaded first: the target of a reply or an address, a place left before, and the newest. */
export const useJumps = (groupId: string, list: RefObject<MessageListHandle | null>, hasMoreAfter: boolean) => {
  const dispatch = useAppDispatch();
  const toast = useToast();

  const load = useCallback(
    async (messageId: string) => {
      try {
        const isKnown = await dispatch(jumpTo(groupId, messageId, () => list.current?.awaits(messageId) ?? false));
        if (!isKnown) toast(MESSAGE_GONE, 'notice');
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
  const comeBack = ({ place, focusedId }: Visit): void => {
    if (place === null) void toNewest(false);
    else if (!list.current?.comeBack(place, focusedId)) void load(place.messageId);
  };
  useEntries((visit, messageId) => {
    if (visit !== undefined) comeBack(visit);
    else if (messageId !== undefined && !list.current?.show(messageId)) void load(messageId);
  });
  return toNewest;
};

/** Calls back for each further entry of the history: how it was left, or the message of its address. */
const useEntries = (onEntry: (visit: Visit | undefined, messageId: string | undefined) => void): void => {
  const location = useLocation();
  const { key } = location;
  const { messageId } = useParams();
  const entered = useRef(key);
  const enter = useEffectEvent(() => onEntry(visitOf(location.state), messageId));
  useEffect(() => {
    if (entered.current === key) return;
    entered.current = key;
    enter();
  }, [key]);
};
