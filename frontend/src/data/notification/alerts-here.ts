import type { AnswerOf } from '@quorum/contracts/routes.ts';
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

/** Whether the person turned alerts on in this browser. */
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
    return { state: (await dispatch(canTurnOn(browser))) ? 'off' : 'open-only', isOn };
  };

const canTurnOn =
  (browser: BrowserAlerts): AppThunk<Promise<boolean>> =>
  async (dispatch) =>
    browser.canSubscribe() && (await dispatch(pushOf()))?.available === true;

/** Whether the server sends pushes, and the key to subscribe with. Undefined if it did not answer. */
const pushOf = (): AppThunk<Promise<AnswerOf<'notifications'>['push'] | undefined>> => async (dispatch) => {
  const asked = notificationApi.endpoints.notifications.initiate(undefined, { subscribe: false });
  return (await dispatch(asked)).data?.push;
};

/** Subscribes this session's browser if it is turned on here, and reports it to the server, which records only changes. */
export const renewSubscription =
  (browser: BrowserAlerts, timeZone: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    if (browser.permission() !== 'granted' || !browser.canSubscribe() || !dispatch(isTurnedOn())) return;
    const push = await dispatch(pushOf());
    // Pages leave alerts to the pushes of a browser that takes them.
    if (push?.available === false) return browser.unsubscribe();
    const target = push && (await browser.subscribe(push.publicKey));
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
