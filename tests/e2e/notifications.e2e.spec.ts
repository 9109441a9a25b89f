import type { BrowserContext } from '@playwright/test';
import {
  noteAlerts,
  notedAlerts,
  openAlerting,
  push,
  shownAlerts,
  turnOnAlerts,
  withPushes,
} from './support/alerts.ts';
import { callApi } from './support/api.ts';
import { lastRead, post, row, type Someone, twoMembers } from './support/film-club.ts';
import { expect, sameAccount, test } from './support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

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

test('of a message, each of two browsers shows one alert in spite of two tabs, and none of what its person wrote, reads in the other one, or was deleted at once (NOTE-19, NOTE-20, NOTE-23, NOTE-36)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId } = await twoMembers(browser, server.origin);
  const other = await sameAccount(browser, server.origin, ada);
  const browsers = [ada, other];
  for (const one of browsers) {
    await noteAlerts(one.context);
    await turnOnAlerts(one, server.origin);
    await openAlerting(one.page, '/dashboard');
  }
  const tab = await ada.context.newPage();
  await openAlerting(tab, '/dashboard');
  for (const page of [tab, ada.page, other.page])
    await expect(page.getByRole('link', { name: 'Film Club', exact: true })).toBeVisible();
  const say = (content: string, by: Someone = ben) =>
    post<{ message: { _id: string } }>(by, '/api/messages/send', { groupId, content });
  const bothShow = async (...alerts: readonly string[]) => {
    for (const { page } of browsers) await expect.poll(() => shownAlerts(page)).toEqual(alerts);
  };

  await say('My own words', ada);
  const { message } = await say('Gone at once');
  await callApi(ben, ben.account.token, 'DELETE', `/api/messages/${message._id}`);
  await say('Look here');
  await bothShow('Ben Cole · Film Club: Look here');
  await other.page.goto(`/dashboard/group/${groupId}/chat`);
  await bothShow();
  const { message: read } = await say('Read where the chat is open');
  await expect(row(other.page, 'Read where the chat is open')).toBeVisible();
  await other.page.getByRole('link', { name: 'My Schedule' }).click();
  await expect.poll(() => lastRead(ada, groupId)).toBe(read._id);
  await say('Come back');
  await bothShow('Ben Cole · Film Club: Come back');
  for (const { page } of browsers) expect(await notedAlerts(page)).toEqual(['Look here', 'Come back']);

  await press(ada.context);
  const isOpen = async () => (await row(tab, 'Come back').count()) + (await row(ada.page, 'Come back').count());
  await expect.poll(isOpen).toBe(1);
  await bothShow();
});

test('a browser that takes pushes shows only those, a newer one of its chat takes the place of another, and pressing it opens the message from Activity (NOTE-20, NOTE-23, NOTE-36)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId } = await twoMembers(browser, server.origin);
  const other = await sameAccount(browser, server.origin, ada);
  await withPushes(ada.context);
  for (const one of [ada, other]) {
    await noteAlerts(one.context);
    await turnOnAlerts(one, server.origin);
    await openAlerting(one.page, '/dashboard/activity');
  }
  await expect(ada.page.getByRole('link', { name: 'Film Club', exact: true })).toBeVisible();
  const { message } = await post<{ message: { _id: string } }>(ben, '/api/messages/send', {
    groupId,
    content: 'Look here',
  });
  const path = `/dashboard/group/${groupId}/message/${message._id}`;
  const alert = { title: 'Ben Cole · Film Club', tag: groupId, chat: groupId, path };
  await push(ada, server.origin, { ...alert, body: 'Are you there?' });
  await expect.poll(() => shownAlerts(ada.page)).toEqual(['Ben Cole · Film Club: Are you there?']);
  await push(ada, server.origin, { ...alert, body: 'Look here' });
  await expect.poll(() => shownAlerts(ada.page)).toEqual(['Ben Cole · Film Club: Look here']);
  // A page without a subscription says it by itself.
  await expect.poll(() => notedAlerts(other.page)).toEqual(['Look here']);
  expect(await notedAlerts(ada.page)).toEqual([]);
  await press(ada.context);
  await expect(row(ada.page, 'Look here')).toBeVisible();
});
