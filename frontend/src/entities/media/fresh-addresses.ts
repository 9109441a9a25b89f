import { baseApi } from '../api/base-api.ts';
import type { AppStore } from '../store/make-store.ts';
import type { Services } from '../store/services.ts';

const HOUR = 3_600_000;
/** Addresses of files hold for a day at least: what is shown is read again before. */
const READ_AGAIN_AFTER = 20 * HOUR;
const LOOK_EVERY = HOUR / 6;

/** `e`: milliseconds since the epoch after which the server no longer knows the address. */
const hasRunOut = (target: EventTarget | null, now: number): boolean => {
  if (!(target instanceof HTMLImageElement || target instanceof HTMLMediaElement)) return false;
  const { pathname, searchParams } = new URL(target.src, location.href);
  const expires = searchParams.get('e');
  return pathname.startsWith('/files/') && expires !== null && Number(expires) <= now;
};

/**
 * Keeps the addresses of pictures and files good in a page that stays open for days: what is loaded is read again in time, or, where
 * the browser slept through that, when it wakes, comes online or fails to load a file. Returns the way to stop.
 */
export const keepAddressesFresh = ({ dispatch }: Pick<AppStore, 'dispatch'>, { now }: Pick<Services, 'now'>) => {
  let readAt = now();
  const readAgainAfter = (age: number): void => {
    if (now() - readAt < age || !navigator.onLine) return;
    readAt = now();
    dispatch(baseApi.util.invalidateTags(['Me', 'Groups', 'Group', 'Members', 'Messages', 'Media', 'Events']));
  };
  const look = (): void => readAgainAfter(READ_AGAIN_AFTER);
  // Bounded: a file that is broken for another reason is not asked for again and again.
  const failed = ({ target }: Event): void => {
    if (hasRunOut(target, now())) readAgainAfter(HOUR);
  };
  const timer = setInterval(look, LOOK_EVERY);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', look);
  // Failed loads do not bubble.
  window.addEventListener('error', failed, true);
  return (): void => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('online', look);
    window.removeEventListener('error', failed, true);
  };
};
