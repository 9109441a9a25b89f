import type { BrowserContext, Page } from '@playwright/test';
import { push, shownAlerts, turnOnAlerts, withPushes } from './support/alerts.ts';
import { field, post, twoMembers } from './support/film-club.ts';
import { expect, test } from './support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

/** Names another build than the page's in what the server says first. */
const updateServer = (page: Page) =>
  page.routeWebSocket(/socket\.io/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) =>
      socket.send(typeof message === 'string' ? message.replace(/"build":"[^"]*"/, '"build":"newer"') : message),
    );
  });

/** A page of which the browser never says that it is idle. */
const busyPage = async (context: BrowserContext): Promise<Page> => {
  const page = await context.newPage();
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  return page;
};

test('the app can be installed, its worker waits until the page is idle and keeps nothing, and an update of the server keeps draft and place (APP-01, APP-02, APP-03, APP-10, APP-12)', async ({
  browser,
  server,
}) => {
  const { ada, groupId } = await twoMembers(browser, server.origin);
  const { page, context } = ada;
  const busy = await busyPage(context);
  await busy.goto(`/dashboard/group/${groupId}`, { waitUntil: 'networkidle' });
  await expect(field(busy)).toBeVisible();
  expect(await busy.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await busy.close();
  await page.goto(`/dashboard/group/${groupId}`);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const devtools = await context.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  // The windows of a test are private.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose?: string }[];
  };
  expect(manifest).toMatchObject({ name: 'Quorum', id: '/dashboard', start_url: '/dashboard', display: 'standalone' });
  expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ]);
  for (const { src } of manifest.icons)
    expect((await page.request.get(src)).headers()['content-type']).toBe('image/png');
  expect(await (await page.request.get('/sw.js')).text()).not.toMatch(/["'`]fetch["'`]/);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);

  await field(page).fill('Half a thought');
  await expect(page.getByText('A new version of Quorum is ready.')).toHaveCount(0);
  await updateServer(page);
  await page.reload();
  await expect(page.getByText('A new version of Quorum is ready.')).toBeVisible();
  await field(page).fill('Half a thought, and more');
  const loaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Reload' }).click();
  await loaded;
  await expect(field(page)).toHaveValue('Half a thought, and more');
  await expect(page).toHaveURL(`/dashboard/group/${groupId}`);
});

test('signing out in one of two tabs leaves no subscription, badge or alert of the account in the browser (APP-07, APP-12)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId } = await twoMembers(browser, server.origin);
  const { page, context } = ada;
  await withPushes(context);
  await turnOnAlerts(ada, server.origin);
  await expect(page.getByText('On in this browser')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard');
  await post(ben, '/api/messages/send', { groupId, content: 'Look here' });
  await expect.poll(() => other.evaluate(() => localStorage.getItem('badge'))).toBe('1');
  await push(ada, server.origin, { title: 'Ben Cole · Film Club', body: 'Look here', tag: 'chat', path: '/dashboard' });
  await expect.poll(() => shownAlerts(page)).toHaveLength(1);

  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out' }).click();
  for (const tab of [page, other]) await expect(tab).toHaveURL('/login');
  await expect.poll(() => shownAlerts(page)).toEqual([]);
  const left = () => page.evaluate(() => [localStorage.getItem('subscribed'), localStorage.getItem('badge')]);
  await expect.poll(left).toEqual([null, '0']);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
});
