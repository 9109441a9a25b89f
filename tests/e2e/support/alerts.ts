import type { BrowserContext, Page } from '@playwright/test';

/** Lets a person turn notifications on in this browser. */
export const allowAlerts = (context: BrowserContext, origin: string) =>
  context.grantPermissions(['notifications'], { origin });

/** The alerts that the browser shows. */
export const shownAlerts = (page: Page) =>
  page.evaluate(async () => {
    const worker = await navigator.serviceWorker.ready;
    return (await worker.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
  });

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
