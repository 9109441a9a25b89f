import { createECDH } from 'node:crypto';
import { type BrowserContext, expect, type Page } from '@playwright/test';

/** Lets a person turn notifications on in this browser. */
export const allowAlerts = (context: BrowserContext, origin: string) =>
  context.grantPermissions(['notifications'], { origin });

/** The alerts that the browser shows. */
export const shownAlerts = (page: Page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
  });

/** Notes the texts of the alerts that pages of this browser show, because a newer one may take the place of another. */
export const noteAlerts = (context: BrowserContext) =>
  context.addInitScript(() => {
    const own = ServiceWorkerRegistration.prototype;
    const show = own.showNotification;
    own.showNotification = function noted(title, options) {
      const noted = [...JSON.parse(localStorage.getItem('alerts-noted') ?? '[]'), options?.body];
      localStorage.setItem('alerts-noted', JSON.stringify(noted));
      return show.call(this, title, options);
    };
  });

export const notedAlerts = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('alerts-noted') ?? '[]'));

/** A subscription and a badge as a browser has them, of all its tabs. No test reaches a real push service. */
export const withPushes = (context: BrowserContext) => {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  return context.addInitScript((p256dh) => {
    let key: ArrayBuffer | null = null;
    const subscription = {
      get options() {
        return { applicationServerKey: key };
      },
      toJSON: () => ({ endpoint: 'https://push.example.com/1', keys: { p256dh, auth: 'AAAAAAAAAAAAAAAAAAAAAA' } }),
      unsubscribe: async () => localStorage.removeItem('subscribed'),
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (localStorage.getItem('subscribed') === null ? null : subscription),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
        key = applicationServerKey.buffer;
        localStorage.setItem('subscribed', 'true');
        return subscription;
      },
    });
    const keep = async (count: number) => localStorage.setItem('badge', String(count));
    Object.assign(navigator, { setAppBadge: keep, clearAppBadge: () => keep(0) });
  }, keys.getPublicKey('base64url'));
};

/** Turns alerts on as a person does. */
export const turnOnAlerts = async ({ context, page }: { context: BrowserContext; page: Page }, origin: string) => {
  await allowAlerts(context, origin);
  await page.goto('/account?tab=notifications');
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByRole('button', { name: 'Turn off' })).toBeVisible();
};

/** Opens an address and waits until its page shows alerts. It shows none for what came before. */
export const openAlerting = async (page: Page, address: string) => {
  await page.goto(address);
  const asksForLock = () =>
    page.evaluate(async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [...held, ...pending].some(({ name }) => name === 'alerts');
    });
  await expect.poll(asksForLock).toBe(true);
};

/** Hands the worker a push, as the browser's push service would. No test reaches a real one. */
export const push = async (
  { context, page }: { context: BrowserContext; page: Page },
  origin: string,
  alert: object,
) => {
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(alert) });
};
