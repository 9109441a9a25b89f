import type { BrowserContext } from '@playwright/test';
import { allowAlerts, push, shownAlerts } from './support/alerts.ts';
import { post, row, twoMembers } from './support/film-club.ts';
import { expect, test } from './support/fixtures.ts';

/** Presses the alert that is shown. A test cannot reach the system's own list. */
const press = async (context: BrowserContext) =>
  context.serviceWorkers()[0]?.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration } & EventTarget;
    const [notification] = await scope.registration.getNotifications();
    const { NotificationEvent: Pressed } = self as unknown as {
      NotificationEvent: new (type: string, init: object) => Event;
    };
    scope.dispatchEvent(new Pressed('notificationclick', { notification }));
  });

test('a browser with two tabs shows one alert of a message, and pressing it opens the message (NOTE-20, NOTE-23)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId } = await twoMembers(browser, server.origin);
  await allowAlerts(ada.context, server.origin);
  await ada.page.goto('/account?tab=notifications');
  await ada.page.getByRole('button', { name: 'Turn on' }).click();
  await expect(ada.page.getByRole('button', { name: 'Turn off' })).toBeVisible();
  await ada.page.goto('/dashboard');
  const other = await ada.context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('link', { name: 'Film Club', exact: true })).toBeVisible();
  await post(ben, '/api/messages/send', { groupId, content: 'Look here' });
  await expect.poll(() => shownAlerts(ada.page)).toEqual(['Ben Cole · Film Club: Look here']);
  await press(ada.context);
  const isOpen = async () => (await row(other, 'Look here').count()) + (await row(ada.page, 'Look here').count());
  await expect.poll(isOpen).toBe(1);
  await expect.poll(() => shownAlerts(ada.page)).toEqual([]);
});

test('a push is shown by the worker, a newer one of its chat takes its place, and pressing it opens the message from Activity (NOTE-20, NOTE-23)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId } = await twoMembers(browser, server.origin);
  const { message } = await post<{ message: { _id: string } }>(ben, '/api/messages/send', {
    groupId,
    content: 'Look here',
  });
  await allowAlerts(ada.context, server.origin);
  await ada.page.goto('/dashboard/activity');
  await ada.page.evaluate(() => navigator.serviceWorker.ready);
  const path = `/dashboard/group/${groupId}/message/${message._id}`;
  const alert = { title: 'Ben Cole · Film Club', tag: groupId, chat: groupId, path };
  await push(ada, server.origin, { ...alert, body: 'Are you there?' });
  await expect.poll(() => shownAlerts(ada.page)).toEqual(['Ben Cole · Film Club: Are you there?']);
  await push(ada, server.origin, { ...alert, body: 'Look here' });
  await expect.poll(() => shownAlerts(ada.page)).toEqual(['Ben Cole · Film Club: Look here']);
  await press(ada.context);
  await expect(row(ada.page, 'Look here')).toBeVisible();
});
