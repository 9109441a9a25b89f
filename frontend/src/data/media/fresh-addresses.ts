import { baseApi } from '../api/base-api.ts';
import type { Services } from '../services/services.ts';
import type { AppDispatch } from '../store/state.ts';

const MINUTE = 60_000;
/** Milliseconds. Addresses of files are valid for at least seven and a half minutes. They are renewed before that. */
export const RENEW_ADDRESSES_AFTER = 6 * MINUTE;
const LOOK_EVERY = MINUTE / 2;

/** An address may expire early when the members of its group change. */
const isOfFile = (target: EventTarget | null): boolean => {
  if (!(target instanceof HTMLImageElement || target instanceof HTMLMediaElement)) return false;
  return new URL(target.src, location.href).pathname.startsWith('/files/');
};

/**
 * Renews the addresses of pictures and files in a page that stays open, by loading the data again in time. When the
 * browser was asleep, that happens when it wakes, comes online or fails to load a file. Returns a function that stops
 * it.
 */
export const keepAddressesFresh = (
  { dispatch }: { readonly dispatch: AppDispatch },
  { now }: Pick<Services, 'now'>,
) => {
  let readAt = now();
  const readAgainAfter = (age: number): void => {
    // The clock may have been set back.
    if (Math.abs(now() - readAt) < age || !navigator.onLine || document.hidden) return;
    readAt = now();
    dispatch(baseApi.util.invalidateTags(['Me', 'Groups', 'Group', 'Members', 'Messages', 'Media', 'Events']));
  };
  const look = (): void => readAgainAfter(RENEW_ADDRESSES_AFTER);
  // Bounded, because a file may be broken for another reason.
  const failed = ({ target }: Event): void => {
    if (isOfFile(target)) readAgainAfter(MINUTE);
  };
  const timer = setInterval(look, LOOK_EVERY);
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', look);
  // Load errors do not bubble.
  window.addEventListener('error', failed, true);
  return (): void => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('online', look);
    window.removeEventListener('error', failed, true);
  };
};
