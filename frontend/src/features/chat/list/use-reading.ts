import type { MessageView } from '@quorum/contracts/message/wire.ts';
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
import type { ReadState } from '../../../data/group/use-group.ts';
import type { MessageList } from '../../../data/message/message-list.ts';
import { markRead, storeMark } from '../../../data/message/reading/read-marks.ts';
import { readingChanged } from '../../../data/message/reading/reading-slice.ts';
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
/** Milliseconds between stored marks while somebody reads. Randomized, so that the readers of a busy chat do not store together. */
const STORE_EVERY = 30_000;

const startOf = (group: ReadState): ReadUpTo => {
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

/** @param newest the newest message, while somebody reads it. */
const useReadMarks = (group: ReadState, newest: MessageView | undefined) => {
  const dispatch = useAppDispatch();
  const connected = useAppSelector(selectConnection).since === null;
  const groupId = group._id;
  const reading = newest !== undefined;
  const marked = useRef(group.unreadCount ? undefined : (group.lastReadMessageId ?? undefined));
  const unmarked = useRef<MessageView>(undefined);
  const unstored = useRef<string>(undefined);
  const marking = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stopMarking = useCallback(() => {
    clearTimeout(marking.current);
    marking.current = undefined;
  }, []);
  const mark = useCallback(() => {
    stopMarking();
    if (unmarked.current === undefined) return;
    dispatch(markRead(groupId, unmarked.current));
    marked.current = unmarked.current._id;
    unstored.current = unmarked.current._id;
    unmarked.current = undefined;
  }, [dispatch, groupId, stopMarking]);
  const store = useCallback(() => {
    // It was shown as read, so it counts as read when the reader leaves before it is marked.
    mark();
    if (unstored.current !== undefined) void dispatch(storeMark(groupId, unstored.current));
    unstored.current = undefined;
  }, [dispatch, groupId, mark]);

  useEffect(() => {
    if (!connected) stopMarking();
    else if (newest !== undefined && marked.current !== newest._id) {
      unmarked.current = newest;
      // The next message does not start it again, or a busy chat would never be marked.
      marking.current ??= setTimeout(mark, MARK_PAUSE);
    }
  }, [connected, newest, mark, stopMarking]);

  // Runs before drawing, so the badge of a chat being read does not flash.
  useLayoutEffect(() => {
    if (!reading) return;
    dispatch(readingChanged({ groupId, isReading: true }));
    let timer: ReturnType<typeof setTimeout>;
    const storeAfter = (pause: number): void => {
      timer = setTimeout(() => {
        store();
        storeAfter(STORE_EVERY * (1 + Math.random()));
      }, pause);
    };
    // What was unread is stored at once.
    storeAfter(MARK_PAUSE);
    return () => {
      clearTimeout(timer);
      store();
      dispatch(readingChanged({ groupId, isReading: false }));
    };
  }, [reading, groupId, dispatch, store]);
};

/**
 * Marks the newest message as read while the reader looks at it. Also places the line `New messages` above what arrived since the
 * reader last looked, until the chat is left or answered.
 */
export const useReading = (group: ReadState, list: MessageList, userId: string, atEnd: boolean) => {
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
  useReadMarks(group, reading ? newest : undefined);

  const wasReading = useRef(reading);
  useEffect(() => {
    if (wasReading.current && !reading) lookAway();
    wasReading.current = reading;
  }, [reading]);

  return { firstNew, readFurtherUp: furtherUp, clearLine: () => setReadUpTo(null) };
};
