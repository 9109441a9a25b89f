import type { Page } from '@playwright/test';
import { callApi } from './support/api.ts';
import { noonIn } from './support/days.ts';
import { post, twoMembers } from './support/film-club.ts';
import { expect, test } from './support/fixtures.ts';
import { passesRules } from './walk/looks.ts';

/** A whole minute that many minutes ahead. */
const ahead = (minutes: number) => {
  const at = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + minutes * 60_000).toISOString();
  return { date: at.slice(0, 10), time: at.slice(11, 16), timeZone: 'UTC' };
};

const banner = (page: Page) => page.getByText(/^Film night starts in \d+ minutes$/);

test('a reminder is shown in every window until it is dismissed in one, also after a reload, and the keyboard alone chooses it (REMIND-02, REMIND-05, REMIND-11)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId } = await twoMembers(browser, server.origin);
  const event = { name: 'Film night', location: 'Studio roof', groupId, reminder: 30, ...noonIn(1) };
  const { event: made } = await post<{ event: { _id: string } }>(ben, '/api/events', event);
  const { page } = ada;
  await page.goto(`/dashboard/group/${groupId}/event/${made._id}`);
  // The address leads to the list of its day, where the card is closed.
  await expect(page.getByRole('button', { name: 'Back to today' })).toBeVisible();
  await page.getByRole('button', { name: 'Show details for Film night' }).press('Enter');
  const change = page.getByRole('button', { name: 'Change reminder' });
  await expect(page.getByText('30 minutes before · set by Ben')).toBeVisible();
  const choose = async (...keys: readonly string[]) => {
    await change.press('Enter');
    // Until the menu has the focus, it gets no keys.
    await expect(page.getByRole('menu').and(page.locator(':focus-within'))).toBeVisible();
    for (const key of [...keys, 'Enter']) await page.keyboard.press(key);
  };
  await choose('End', 'ArrowUp');
  await expect(page.getByText('1 week before · only you')).toBeVisible();
  await choose('Home');
  await expect(page.getByText('30 minutes before · set by Ben')).toBeVisible();

  const other = await ada.context.newPage();
  await other.goto('/dashboard');
  // A move past the lead time reminds ten seconds later.
  await callApi(ben, ben.account.token, 'PUT', `/api/events/${made._id}`, ahead(20));
  await expect(banner(page)).toBeVisible({ timeout: 20_000 });
  await expect(banner(other)).toBeVisible();
  await other.reload();
  await expect(banner(other)).toBeVisible();
  await passesRules(other, 'a reminder');
  await other.getByRole('link', { name: 'Open', exact: true }).focus();
  await other.keyboard.press('Escape');
  await expect(banner(other)).toBeHidden();
  await expect(banner(page)).toBeHidden();
});
