import type { Browser, Page } from '@playwright/test';
import { callApi } from './support/api.ts';
import { expect, signedInPage, test } from './support/fixtures.ts';

const LIVE = /socket\.io/;
const GROUPS = '**/api/groups/my-groups';
/** A member of a group, whose browser has no live connection until it is let through. */
const memberCutOff = async (browser: Browser, origin: string) => {
  const { page, account } = await signedInPage(browser, origin);
  const { group } = await callApi<{ group: { _id: string } }>(page, account.token, 'POST', '/api/groups', {
    name: 'Film Club',
    description: 'Films on Fridays',
  });
  let isCut = true;
  // With polling, the page would be connected without a web socket.
  await page.route(LIVE, (route) => route.abort());
  await page.routeWebSocket(LIVE, (socket) => {
    if (isCut) void socket.close();
    else socket.connectToServer();
  });
  const connect = async () => {
    isCut = false;
    await page.unroute(LIVE);
  };
  return { page, groupId: group._id, connect };
};

const failed = (page: Page) => page.getByText('Your groups didn’t load.');

test('a failed load of the groups is announced, and a second try shows them', async ({ browser, baseURL }) => {
  const { page } = await memberCutOff(browser, baseURL);
  await page.route(GROUPS, (route) => route.fulfill({ status: 500, json: { error: 'Down' } }));
  await page.goto('/dashboard');
  await expect(failed(page)).toBeVisible();
  await page.unroute(GROUPS);
  const group = page.getByRole('link', { name: 'Film Club' });
  // On a slow machine they appear by themselves meanwhile.
  await page.getByRole('complementary').getByRole('button', { name: 'Try again' }).or(group).click();
  await expect(group).toBeVisible();
  await expect(failed(page)).toHaveCount(0);
});

test('a group opens by itself after its first loads were cut off (RT-16)', async ({ browser, baseURL }) => {
  const { page, groupId, connect } = await memberCutOff(browser, baseURL);
  await page.route('**/api/**', (route) => route.abort());
  await page.goto(`/dashboard/group/${groupId}`);
  await expect(failed(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'This group didn’t load' })).toBeVisible();
  await page.unroute('**/api/**');
  await connect();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByRole('heading', { level: 1, name: 'Film Club' })).toBeVisible();
  await expect(failed(page)).toHaveCount(0);
});
