import type { Alert } from '@quorum/contracts/notification/alert.ts';

/** Shows pushes, and opens what an alert is about. It answers no requests and keeps nothing. */

type Awaited = Event & { readonly waitUntil: (work: Promise<unknown>) => void };
type Pushed = Awaited & { readonly data: { readonly json: () => Alert } };
type Pressed = Awaited & { readonly notification: Notification };
type Window = {
  readonly url: string;
  readonly focused: boolean;
  readonly focus: () => Promise<unknown>;
  readonly postMessage: (message: { readonly path: string }) => void;
};

/** The part of the worker's scope that is used. The page has other types. */
type Scope = {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    readonly matchAll: (kind: { type: 'window'; includeUncontrolled: true }) => Promise<readonly Window[]>;
    readonly openWindow: (path: string) => Promise<unknown>;
  };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: <E>(name: string, listener: (event: E) => void) => void;
};

const scope = self as unknown as Scope;

/** Pages that can show what an alert is about. */
const APP = /^\/dashboard(\/|$)/;

const show = ({ title, path, chat, ...shown }: Alert): Promise<void> =>
  scope.registration.showNotification(title, {
    ...shown,
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { path, chat },
  });

const open = async (path: string): Promise<unknown> => {
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const pages = windows.filter(({ url }) => APP.test(new URL(url).pathname));
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (page === undefined) return scope.clients.openWindow(path);
  page.postMessage({ path });
  return page.focus();
};

scope.addEventListener('install', (event: Awaited) => event.waitUntil(scope.skipWaiting()));

// Every push is shown: browsers end subscriptions whose pushes show nothing.
scope.addEventListener('push', (event: Pushed) => event.waitUntil(show(event.data.json())));

scope.addEventListener('notificationclick', (event: Pressed) => {
  const { path } = event.notification.data as Pick<Alert, 'path'>;
  event.notification.close();
  event.waitUntil(open(path));
});
