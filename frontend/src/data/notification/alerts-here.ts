import { storageKeys } from '../services/storage-keys.ts';
import type { AppThunk } from '../store/state.ts';
import type { BrowserAlerts } from './browser-alerts.ts';
import { notificationApi } from './notification-api.ts';

/**
 * Alerts in this browser. `on`: also while no page is open. `open-only`: the same, but the browser, or the server, knows no pushes.
 */
export type AlertsHere = {
  readonly state: 'off' | 'on' | 'blocked' | 'open-only';
  /** Whether alerts are shown while a page is open. */
  readonly isOn: boolean;
};

/** Where the person stands with alerts in this browser: `on`, `off` or `declined`; null before they were asked. */
export const isTurnedOn =
  (): AppThunk<boolean> =>
  (_, __, { storage }) =>
    storage.get(storageKeys.alerts) === 'on';

export const readAlertsHere =
  (browser: BrowserAlerts): AppThunk<Promise<AlertsHere>> =>
  async (dispatch) => {
    const permission = browser.permission();
    if (permission === 'denied') return { state: 'blocked', isOn: false };
    if (permission === undefined) return { state: 'open-only', isOn: false };
    const isOn = permission === 'granted' && dispatch(isTurnedOn());
    if (isOn) return { state: (await browser.isSubscribed()) ? 'on' : 'open-only', isOn };
    return { state: browser.canSubscribe() && (await dispatch(pushKey())) !== undefined ? 'off' : 'open-only', isOn };
  };

/** The key to subscribe with; undefined if the server sends no pushes, or did not answer. */
const pushKey = (): AppThunk<Promise<string | undefined>> => async (dispatch) => {
  const asked = notificationApi.endpoints.notifications.initiate(undefined, { subscribe: false });
  const { data } = await dispatch(asked);
  return data?.push.available === true ? data.push.publicKey : undefined;
};

/** Subscribes this session's browser if it is turned on here, and tells the server, which remembers only changes. */
export const renewSubscription =
  (browser: BrowserAlerts, timeZone: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    if (browser.permission() !== 'granted' || !browser.canSubscribe() || !dispatch(isTurnedOn())) return;
    const key = await dispatch(pushKey());
    if (key === undefined) return;
    const target = await browser.subscribe(key);
    if (target === undefined) return;
    await dispatch(notificationApi.endpoints.subscribeToPush.initiate({ ...target, timeZone }, { track: false }));
  };

/** After a press: browsers ask only then. */
export const turnOnAlerts =
  (browser: BrowserAlerts, timeZone: string): AppThunk<Promise<void>> =>
  async (dispatch, _, { storage }) => {
    await browser.ask();
    if (browser.permission() !== 'granted') return;
    storage.set(storageKeys.alerts, 'on');
    await dispatch(renewSubscription(browser, timeZone));
  };

export const turnOffAlerts =
  (browser: BrowserAlerts): AppThunk<Promise<void>> =>
  async (dispatch, _, { storage }) => {
    storage.set(storageKeys.alerts, 'off');
    await browser.unsubscribe();
    await dispatch(notificationApi.endpoints.unsubscribeFromPush.initiate(undefined, { track: false }));
  };

/** The account is no longer signed in here: nothing of it may reach this browser. The server has ended its side with the session. */
export const forgetAlerts =
  (browser: BrowserAlerts): AppThunk<Promise<void>> =>
  async (_, __, { storage }) => {
    if (storage.get(storageKeys.alerts) === 'on') storage.remove(storageKeys.alerts);
    await browser.forget();
  };
