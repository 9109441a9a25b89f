import type { Page } from '@playwright/test';
import { markOf } from '@quorum/contracts/text/mentions.ts';
import { post, row, twoMembers } from './support/film-club.ts';
import { expect, sameAccount, test } from './support/fixtures.ts';

const bell = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('two browsers of a person show the same numbers, and Activity leads to the message and back (NOTE-05, NOTE-10, NOTE-13, NOTE-15)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId } = await twoMembers(browser, server.origin);
  const other = await sameAccount(browser, server.origin, ada);
  const pages = [ada.page, other.page];
  for (const page of pages) await page.goto('/dashboard');
  const inBoth = async (look: (page: Page) => Promise<void>) => {
    for (const page of pages) await look(page);
  };
  await inBoth((page) => expect(bell(page, 'Activity')).toBeVisible());

  await post(ben, '/api/messages/send', { groupId, content: `Come, ${markOf(ada.account.user._id)}` });
  const event = { name: 'Premiere', groupId, date: '2031-05-14', time: '19:00', duration: 60, timeZone: 'UTC' };
  await post(ben, '/api/events', event);
  await inBoth(async (page) => {
    await expect(bell(page, 'Activity, 2 unread')).toBeVisible();
    // Two messages, one of which announces the event, and the event.
    await expect(page).toHaveTitle('(3) My Schedule · Quorum');
    await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/svg.*%3E3%3C/);
  });

  await other.page.goto('/account');
  await expect(other.page).toHaveTitle('(3) Account · Quorum');
  await other.page.goBack();
  await bell(ada.page, 'Activity, 2 unread').click();
  const items = ada.page.getByRole('tabpanel').getByRole('link');
  await expect(items).toHaveCount(2);
  await inBoth((page) => expect(bell(page, 'Activity')).toBeVisible());
  await expect(other.page).toHaveTitle('(2) My Schedule · Quorum');
  await items.last().focus();
  await ada.page.keyboard.press('Enter');
  await expect(row(ada.page, 'Come, @Ada Park')).toBeVisible();
  await expect(other.page).toHaveTitle('My Schedule · Quorum');
  await expect(other.page.locator('link[rel="icon"]')).toHaveAttribute('href', '/favicon.svg');
  await ada.page.goBack();
  await expect(items.last()).toBeFocused();
  await items.first().click();
  await expect(ada.page.getByRole('article', { name: 'Premiere' })).toBeVisible();
});
