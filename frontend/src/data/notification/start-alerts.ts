import type { Services } from '../services/services.ts';
import { selectSession, selectUserId } from '../session/session-slice.ts';
import { forgetAlerts, renewSubscription } from './alerts-here.ts';
import type { BrowserAlerts } from './browser-alerts.ts';
import { type Store, startPageAlerts } from './page-alerts.ts';

/** Milliseconds for which the sign-in screen waits at most. */
const MAX_WAIT_MS = 2000;

const leave = (services: Services, work: Promise<void>): void => {
  const waiting = Promise.race([work.catch(() => undefined), services.sleep(MAX_WAIT_MS)]).then(() => {
    if (services.leaving === waiting) services.leaving = undefined;
  });
  services.leaving = waiting;
};

/**
 * Shows alerts while somebody is signed in, renews the subscription of this browser, and takes everything away with the session.
 * Returns a function that stops it.
 */
export const startAlerts = (
  store: Store,
  services: Services,
  browser: BrowserAlerts,
  timeZone: string,
): (() => void) => {
  const { dispatch, getState } = store;
  /** Whose alerts this browser shows; null for nobody. */
  let current: string | null | undefined;
  let stop = (): void => undefined;

  const begin = (): (() => void) => {
    void browser.start();
    void dispatch(renewSubscription(browser, timeZone));
    return startPageAlerts(store, services, browser, timeZone);
  };
  const follow = (): void => {
    const { status } = selectSession(getState());
    const next = status === 'signedIn' ? (selectUserId(getState()) ?? null) : null;
    if (status === 'checking' || next === current) return;
    const before = current;
    // Before anything is dispatched, which calls back here.
    current = next;
    stop();
    // A session may also have ended while no page was open.
    if (before) leave(services, dispatch(forgetAlerts(browser)));
    else if (next === null) void dispatch(forgetAlerts(browser));
    stop = next === null ? () => undefined : begin();
  };
  const unsubscribe = store.subscribe(follow);
  follow();
  return () => {
    unsubscribe();
    stop();
  };
};
