import type { Alert } from '@quorum/contracts/notification/alert.ts';
import type { BodyInputOf } from '@quorum/contracts/routes.ts';

/** Where a browser takes pushes, as the server wants it. */
export type PushTarget = Omit<BodyInputOf<'subscribeToPush'>, 'timeZone'>;

/** A browser's means of showing alerts outside the page. */
export type BrowserAlerts = {
  /** Registers the worker that shows alerts. */
  readonly start: () => Promise<void>;
  /** Undefined in a browser that shows none. */
  readonly permission: () => NotificationPermission | undefined;
  /** Calls back when the person changes it in the browser. Returns a function that stops it. */
  readonly onPermission: (changed: () => void) => () => void;
  /** Asks the person, if they were not asked before. */
  readonly ask: () => Promise<unknown>;
  readonly show: (alert: Alert) => Promise<void>;
  /** Closes the alerts of a chat. */
  readonly close: (chat: string) => Promise<void>;
  /** Whether it can take pushes at all. */
  readonly canSubscribe: () => boolean;
  readonly isSubscribed: () => Promise<boolean>;
  /** @param publicKey the server's. @returns undefined if the browser cannot reach its own push service. */
  readonly subscribe: (publicKey: string) => Promise<PushTarget | undefined>;
  readonly unsubscribe: () => Promise<void>;
  /** Takes everything of an account from the browser: its alerts, its number and its subscription. */
  readonly forget: () => Promise<void>;
};

const ICON = '/icon-192.png';

const chatOf = ({ data }: Notification): string | undefined => (data as Pick<Alert, 'chat'> | null)?.chat;

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

const isSameKey = (key: ArrayBuffer | null, bytes: Uint8Array): boolean =>
  key !== null && String(new Uint8Array(key)) === String(bytes);

const targetOf = ({ endpoint, keys }: PushSubscriptionJSON): PushTarget | undefined =>
  endpoint !== undefined && keys?.p256dh !== undefined && keys.auth !== undefined
    ? { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
    : undefined;

const isHere = (): boolean => 'Notification' in window && 'serviceWorker' in navigator;

const register = async (): Promise<ServiceWorkerRegistration | undefined> => {
  try {
    await navigator.serviceWorker.register('/sw.js');
  } catch (error) {
    console.warn('This browser shows no notifications.', error);
    return undefined;
  }
  return navigator.serviceWorker.ready;
};

let registered: ReturnType<typeof register> | undefined;

/** The worker that shows alerts, once it runs. Undefined if the browser refuses it: everything else goes on without alerts. */
const worker = (): ReturnType<typeof register> => {
  registered ??= register();
  return registered;
};

const subscription = async (): Promise<PushSubscription | null | undefined> =>
  (await worker())?.pushManager?.getSubscription();

const unsubscribe = async (): Promise<void> => {
  await (await subscription())?.unsubscribe();
};

const closeWhere = async (isMeant: (alert: Notification) => boolean): Promise<void> => {
  for (const shown of (await (await worker())?.getNotifications()) ?? []) if (isMeant(shown)) shown.close();
};

export const browserAlerts: BrowserAlerts = {
  start: async () => {
    if (isHere()) await worker();
  },
  permission: () => (isHere() ? Notification.permission : undefined),
  onPermission: (changed) => {
    const listening = new AbortController();
    const { signal } = listening;
    void navigator.permissions
      ?.query({ name: 'notifications' })
      .then((status) => status.addEventListener('change', changed, { signal }))
      .catch(() => undefined);
    return () => listening.abort();
  },
  ask: () => Notification.requestPermission(),
  show: async ({ title, path, chat, ...shown }) =>
    (await worker())?.showNotification(title, { ...shown, icon: ICON, data: { path, chat } }),
  close: (chat) => closeWhere((alert) => chatOf(alert) === chat),
  canSubscribe: () => isHere() && 'PushManager' in window,
  isSubscribed: async () => (await subscription()) != null,
  subscribe: async (publicKey) => {
    const pushManager = (await worker())?.pushManager;
    if (pushManager === undefined) return undefined;
    const applicationServerKey = bytesOf(publicKey);
    const known = await pushManager.getSubscription();
    if (known !== null && isSameKey(known.options.applicationServerKey, applicationServerKey))
      return targetOf(known.toJSON());
    await known?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => undefined);
    return made && targetOf(made.toJSON());
  },
  unsubscribe,
  forget: async () => {
    // Not in every browser, and refused where the app is not installed.
    const cleared = navigator.clearAppBadge?.().catch(() => undefined);
    const isAllowed = isHere() && Notification.permission === 'granted';
    await Promise.all([cleared, isAllowed && closeWhere(() => true), isAllowed && unsubscribe()]);
  },
};
