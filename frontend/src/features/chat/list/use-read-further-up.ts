import { useMemo, useState } from 'react';
import type { MessageList } from '../../../data/message/message-list.ts';
import { type ReadUpTo, readFurtherUp } from './unread-line.ts';

/**
 * The message to load when the first new one is above the loaded messages. A stretch that does not reach the newest
 * message cannot show that, because the last read one may be below it. Then the last stretch that did reach it decides.
 */
export const useReadFurtherUp = (
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
