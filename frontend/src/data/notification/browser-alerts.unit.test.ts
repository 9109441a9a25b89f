// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

const alert = { title: 'Ben Cole · Film Club', body: 'Hi', tag: 'chat-g1', path: '/dashboard/group/g1', chat: 'g1' };

/** A browser whose worker shows what it is told to. */
const withWorker = async (container: object) => {
  vi.stubGlobal('Notification', { permission: 'granted' });
  vi.stubGlobal('navigator', { ...navigator, serviceWorker: container });
  // A page registers the worker once.
  vi.resetModules();
  return (await import('./browser-alerts.ts')).browserAlerts;
};

it('a browser that refuses the worker shows no alerts and waits for none (NOTE-24)', async () => {
  vi.spyOn(console, 'warn').mockReturnValueOnce();
  const browserAlerts = await withWorker({
    register: async () => Promise.reject(new TypeError('no script')),
    ready: new Promise(() => undefined),
  });
  await browserAlerts.start();
  await browserAlerts.show(alert);
  await browserAlerts.close('g1');
  expect(await browserAlerts.isSubscribed()).toBe(false);
  expect(await browserAlerts.subscribe('AAAA')).toBeUndefined();
  await browserAlerts.unsubscribe();
  await browserAlerts.forget();
});

it('reading a chat closes its alerts and no others (NOTE-23)', async () => {
  const closed: string[] = [];
  const shown = ['g1', 'g2'].map((chat) => ({ data: { chat }, close: () => closed.push(chat) }));
  const ready = Promise.resolve({ getNotifications: async () => shown });
  const browserAlerts = await withWorker({ register: async () => undefined, ready });
  await browserAlerts.close('g1');
  expect(closed).toEqual(['g1']);
});

it('who signs out leaves neither a push subscription nor an alert in the browser (APP-07)', async () => {
  const left = new Set(['subscription', 'alert']);
  const ready = Promise.resolve({
    getNotifications: async () => [{ data: null, close: () => left.delete('alert') }],
    pushManager: { getSubscription: async () => ({ unsubscribe: async () => left.delete('subscription') }) },
  });
  const browserAlerts = await withWorker({ register: async () => undefined, ready });
  await browserAlerts.start();
  await browserAlerts.close('g1');
  expect([...left]).toEqual(['subscription', 'alert']);
  await browserAlerts.forget();
  expect([...left]).toEqual([]);
});
