import { baseApi } from '../api/base-api.ts';
import type { Services } from '../services/services.ts';
import type { AppDispatch } from '../store/state.ts';

const MINUTE = 60_000;
/** Addresses of files hold for seven and a half minutes at least: what is shown is read again before. */
const READ_AGAIN_AFTER = 6 * MINUTE;
const LOOK_EVERY = MINUTE / 2;

/** An address may also end early, when the members of its group changed. */
const isOfFile = (target: EventTarget | null): boolean => {
  if (!(target instanceof HTMLImageElement || target instanceof HTMLMediaElement)) return false;
  return new URL(target.src, location.href).pathname.startsWith('/files/');
};

/**
 * Keeps the addresses of pictures and files good in a page that stays open: what is loaded is read again in time, or, where
 * the browser slept through that, when it wakes, comes online or fails to load a file. Returns the way to stop.
 */
export const keepAddressesFresh = (
  { dispatch }: { readonly dispatch: AppDispatch },
  { now }: Pick<Services, 'now'>,
) => {
  let readAt = now();
  const readAgainAfter = (age: number): void => {
    if (now() - readAt < age || !navigator.onLine || document.hidden) return;
    readAt = now();
    dispatch(baseApi.util.invalidateTags(['Me', 'Groups', 'Group', 'Members', 'Messages', 'Media', 'Events']));
  };
  const look = (): void => readAgainAfter(READ_AGAIN_AFTER);
  // Bounded: a file that is broken for another reason is not asked for again and again.
  const failed = ({ target }: Event): void => {
    if (isOfFile(target)) readAgainAfter(MINUTE);
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
