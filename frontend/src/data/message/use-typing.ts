import { limits } from '@quorum/contracts/kernel/limits.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { selectConnection } from '../connection/connection-slice.ts';
import { useServices } from '../services/services-context.tsx';
import { selectUser } from '../session/session-slice.ts';
import { useAppSelector } from '../store/hooks.ts';
import { selectTyping } from './typing-slice.ts';

/** The other people who are writing in a group. */
export function useTypingOthers(groupId: string) {
  const typing = useAppSelector((state) => selectTyping(state, groupId));
  const userId = useAppSelector(selectUser)?._id;
  const { now } = useServices();
  const [, setTick] = useState(0);
  const others = typing.filter((one) => one.userId !== userId && one.until > now());
  const nextEnd = Math.min(...others.map(({ until }) => until));
  useEffect(() => {
    if (!Number.isFinite(nextEnd)) return;
    const timer = setTimeout(() => setTick((tick) => tick + 1), Math.max(0, nextEnd - now()) + 1);
    return () => clearTimeout(timer);
  }, [nextEnd, now]);
  return others;
}

/** Call `noticed` on each keystroke and `over` on sending. Notices are sent sparingly and end by themselves. */
export function useTypingNotice(groupId: string) {
  const { link, now } = useServices();
  const user = useAppSelector(selectUser);
  const sentAt = useRef(0);
  const isWriting = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const userId = user?._id;
  const over = useCallback(() => {
    clearTimeout(timer.current);
    if (userId !== undefined && isWriting.current) link.stopTyping({ groupId, userId });
    isWriting.current = false;
    sentAt.current = 0;
  }, [groupId, link, userId]);
  const sendTyping = useCallback(() => {
    if (user === null) return;
    sentAt.current = now();
    const userName = `${user.firstName} ${user.lastName}`.trim();
    link.typing({ groupId, userId: user._id, userName, profilePictureUrl: user.profilePictureUrl });
  }, [groupId, link, now, user]);
  const noticed = useCallback(() => {
    if (user === null) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(over, limits.typingIdle);
    isWriting.current = true;
    if (now() - sentAt.current >= limits.typingIdle / 3) sendTyping();
  }, [now, over, sendTyping, user]);
  const { status } = useAppSelector(selectConnection);
  useEffect(() => {
    // Nobody received a notice that was sent without a connection.
    if (status === 'online' && isWriting.current) sendTyping();
  }, [status, sendTyping]);
  useEffect(() => over, [over]);
  return { noticed, over };
}
