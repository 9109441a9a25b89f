import type { Alert } from '@quorum/contracts/notification/alert.ts';
import type { BodyInputOf } from '@quorum/contracts/routes.ts';

/** Where a browser takes pushes, as the server wants it. */
export type PushTarget = Omit<BodyInputOf<'subscribeToPush'>, 'timeZone'>;

/** What a browser offers for alerts outside the page. */
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
  /** Closes the alerts of a chat, or all. */
  readonly close: (chat?: string) => Promise<void>;
  /** Whether it can take pushes at all. */
  readonly canSubscribe: () => boolean;
  readonly isSubscribed: () => Promise<boolean>;
  /** @param publicKey the server's. @returns undefined if the browser cannot reach its own push service. */
  readonly subscribe: (publicKey: string) => Promise<PushTarget | undefined>;
  readonly unsubscribe: () => Promise<void>;
};

const ICON = '/icon-192.png';

const isOfChat = ({ data }: Notification, chat: string): boolean => (data as Pick<Alert, 'chat'> | null)?.chat === chat;

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));

const isSameKey = (key: ArrayBuffer | null, bytes: Uint8Array): boolean =>
  key !== null && String(new Uint8Array(key)) === String(bytes);

const targetOf = ({ endpoint, keys }: PushSubscriptionJSON): PushTarget | undefined =>
  endpoint !== undefined && keys?.p256dh !== undefined && keys.auth !== undefined
    ? { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
    : undefined;

const isHere = (): boolean => 'Notification' in window && 'serviceWorker' in navigator;

/** Waits until the worker is registered, which is not before the page is idle. */
const worker = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.ready;

export const browserAlerts: BrowserAlerts = {
  start: async () => {
    // Without it there are no alerts, and everything else goes on.
    if (isHere()) await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
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
    (await worker()).showNotification(title, { ...shown, icon: ICON, data: { path, chat } }),
  close: async (chat) => {
    for (const shown of await (await worker()).getNotifications())
      if (chat === undefined || isOfChat(shown, chat)) shown.close();
  },
  canSubscribe: () => isHere() && 'PushManager' in window,
  isSubscribed: async () => (await (await worker()).pushManager?.getSubscription()) != null,
  subscribe: async (publicKey) => {
    const { pushManager } = await worker();
    const applicationServerKey = bytesOf(publicKey);
    const known = await pushManager.getSubscription();
    if (known !== null && isSameKey(known.options.applicationServerKey, applicationServerKey))
      return targetOf(known.toJSON());
    await known?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => undefined);
    return made && targetOf(made.toJSON());
  },
  unsubscribe: async () => {
    await (await (await worker()).pushManager?.getSubscription())?.unsubscribe();
  },
};
