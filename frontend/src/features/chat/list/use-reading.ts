import type { GroupView } from '@quorum/contracts/group/wire.ts';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { selectConnection } from '../../../data/connection/connection-slice.ts';
import type { MessageList } from '../../../data/message/message-list.ts';
import { markRead } from '../../../data/message/read-marks.ts';
import { readingChanged } from '../../../data/message/reading-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../data/store/hooks.ts';
import { firstNewMessage, type ReadUpTo, readFurtherUp } from './unread-line.ts';

const subscribeToAttention = (listener: () => void): (() => void) => {
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('focus', listener);
  window.addEventListener('blur', listener);
  return () => {
    document.removeEventListener('visibilitychange', listener);
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', listener);
  };
};
const hasAttention = (): boolean => document.visibilityState === 'visible' && document.hasFocus();

/** Milliseconds. Messages in quick succession are marked together. */
const MARK_PAUSE = 400;

const startOf = (group: GroupView): ReadUpTo => {
  if (!group.unreadCount) return null;
  if (group.lastReadMessageId) return { messageId: group.lastReadMessageId };
  return group.firstUnreadMessageId ? { firstUnread: group.firstUnreadMessageId } : null;
};

/**
 * The message to load when the first new one is above the loaded messages. A stretch that does not reach the newest
 * message cannot show that, because the last read one may be below it. Then the last stretch that did reach it decides.
 */
const useReadFurtherUp = (
  { messages, hasMoreBefore, hasMoreAfter }: MessageList,
  readUpTo: ReadUpTo,
): string | undefined => {
  const [wasAbove, setWasAbove] = useState(false);
  const messageId = useMemo(
    () => readFurtherUp(messages, readUpTo, hasMoreBefore),
    [messages, readUpTo, hasMoreBefore],
  );
  const isAbove = hasMoreAfter ? wasAbove : messageId !== undefined;
  if (isAbove !== wasAbove) setWasAbove(isAbove);
  return isAbove ? messageId : undefined;
};

/**
 * Marks the newest message as read while the reader looks at it. Also knows the place of the line `New messages`: above
 * what arrived since the reader last looked, until the chat is left or answered.
 */
export const useReading = (group: GroupView, list: MessageList, userId: string, atEnd: boolean) => {
  const dispatch = useAppDispatch();
  const connected = useAppSelector(selectConnection).since === null;
  const attentive = useSyncExternalStore(subscribeToAttention, hasAttention);
  const [readUpTo, setReadUpTo] = useState<ReadUpTo>(() => startOf(group));
  const newest = list.messages.at(-1);
  const newestId = list.hasMoreAfter ? undefined : newest?._id;
  const reading = attentive && atEnd && newestId !== undefined;

  const firstNew = useMemo(() => firstNewMessage(list.messages, readUpTo, userId), [list.messages, readUpTo, userId]);

  const furtherUp = useReadFurtherUp(list, readUpTo);

  // When the reader looks away, later messages are new, unless older ones are still unread.
  const lookAway = useEffectEvent(() => {
    if (newestId !== undefined && firstNew === undefined && furtherUp === undefined)
      setReadUpTo({ messageId: newestId });
  });
  const marked = useRef(group.unreadCount ? undefined : (group.lastReadMessageId ?? undefined));
  const pending = useRef<string>(undefined);
  const markPending = useCallback(() => {
    if (pending.current === undefined) return;
    marked.current = pending.current;
    pending.current = undefined;
    void dispatch(markRead(group._id, marked.current));
  }, [dispatch, group._id]);

  // Runs before drawing, so the badge of a chat being read does not flash.
  useLayoutEffect(() => {
    if (!reading) return;
    dispatch(readingChanged({ groupId: group._id, isReading: true }));
    return () => {
      // It was shown as read, so it counts as read when the reader leaves before it is marked.
      markPending();
      dispatch(readingChanged({ groupId: group._id, isReading: false }));
    };
  }, [reading, group._id, dispatch, markPending]);

  const wasReading = useRef(reading);
  useEffect(() => {
    if (wasReading.current && !reading) lookAway();
    wasReading.current = reading;
  }, [reading]);

  useEffect(() => {
    if (!reading || !connected || newestId === undefined || marked.current === newestId) return;
    pending.current = newestId;
    const timer = setTimeout(markPending, MARK_PAUSE);
    return () => clearTimeout(timer);
  }, [reading, connected, newestId, markPending]);

  return { firstNew, readFurtherUp: furtherUp, clearLine: () => setReadUpTo(null) };
};
