import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useServices } from '../services/services-context.tsx';
import { useAppDispatch } from '../store/hooks.ts';
import { activityApi } from './activity-api.ts';
import type { ActivityList } from './activity-list.ts';

/** Milliseconds between marks while Activity stays open. */
const MARK_INTERVAL_MS = 30_000;

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

const isVisible = (): boolean => document.visibilityState === 'visible';

/** Every id that was in the set since this screen opened. */
const useGathered = (ids: ReadonlySet<string>): ReadonlySet<string> => {
  const [gathered, setGathered] = useState(ids);
  const news = [...ids].filter((id) => !gathered.has(id));
  if (news.length > 0) setGathered(new Set([...gathered, ...news]));
  return gathered;
};

/**
 * Marks Activity as seen up to its newest item, while it is on screen.
 * @returns the ids of the items that were unread since it was opened. They stay marked until it is opened anew.
 */
export const useSeenActivity = (list: ActivityList | undefined, unread: ReadonlySet<string>): ReadonlySet<string> => {
  const dispatch = useAppDispatch();
  const { now } = useServices();
  const isShown = useSyncExternalStore(onVisibility, isVisible);
  const sentAt = useRef(Number.NEGATIVE_INFINITY);
  const newest = list?.items[0]?.at;
  const isNews = newest !== undefined && (list?.readUpTo ?? '') < newest;
  const send = useEffectEvent(() => {
    if (!isNews || !isShown) return;
    sentAt.current = now();
    void dispatch(activityApi.endpoints.readActivity.initiate({ upTo: newest }, { track: false }));
  });
  useEffect(() => {
    if (!isNews || !isShown) return undefined;
    const timer = setTimeout(() => send(), Math.max(0, sentAt.current + MARK_INTERVAL_MS - now()));
    return () => clearTimeout(timer);
  }, [isNews, isShown, now]);
  // Items that were seen shortly before leaving.
  useEffect(() => () => send(), []);
  return useGathered(unread);
};
