import type { MessageView } from '@quorum/contracts/message/wire.ts';
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { selectConnection } from '../../../data/connection/connection-slice.ts';
import type { ReadState } from '../../../data/group/use-group.ts';
import type { MessageList } from '../../../data/message/message-list.ts';
import { markRead, storeMark } from '../../../data/message/reading/read-marks.ts';
import { readingChanged } from '../../../data/message/reading/reading-slice.ts';
import { useAppDispatch, useAppSelector } from '../../../data/store/hooks.ts';
import { ReadMarker } from './read-marker.ts';
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
  const isConnected = useAppSelector(selectConnection).since === null;
  const groupId = group._id;
  const isReading = newest !== undefined;
  const [marker] = useState(
    () =>
      new ReadMarker(
        {
          mark: (message) => dispatch(markRead(groupId, message)),
          store: (messageId) => void dispatch(storeMark(groupId, messageId)),
        },
        group.unreadCount ? undefined : (group.lastReadMessageId ?? undefined),
      ),
  );

  useEffect(() => {
    if (newest === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      if (marker.nextTick === Number.POSITIVE_INFINITY) return;
      timer = setTimeout(tick, marker.nextTick - Date.now());
    };
    const tick = (): void => {
      marker.tick(Date.now());
      wait();
    };
    marker.see(newest, isConnected, Date.now());
    wait();
    return () => clearTimeout(timer);
  }, [marker, isConnected, newest]);

  // Runs before drawing, so the badge of a chat being read does not flash.
  useLayoutEffect(() => {
    if (!isReading) return;
    dispatch(readingChanged({ groupId, isReading: true }));
    return () => {
      marker.lookAway();
      dispatch(readingChanged({ groupId, isReading: false }));
    };
  }, [isReading, groupId, dispatch, marker]);
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
