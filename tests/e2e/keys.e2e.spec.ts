import type { Page } from '@playwright/test';
import { field, row, say, twoMembers } from './support/film-club.ts';
import { expect, test } from './support/fixtures.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Go to or do' });
const typed = (page: Page) => palette(page).getByRole('combobox');

test('every shortcut does what the list says, and none fires where something is typed (KEYS-01, KEYS-04, KEYS-05, KEYS-09)', async ({
  browser,
  server,
}) => {
  const { ada, enter } = await twoMembers(browser, server.origin);
  await enter(ada);
  const { page } = ada;

  await field(page).pressSequentially('/ct?');
  await expect(field(page)).toHaveValue('/ct?');
  await page.getByRole('button', { name: 'Insert emoji' }).click();
  const picker = page.getByRole('dialog');
  await expect(picker).toBeVisible();
  for (const key of '/ct?') await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await expect(picker).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Search' })).toHaveCount(0);

  await field(page).focus();
  await page.keyboard.press('Control+k');
  await expect(typed(page)).toBeFocused();
  await typed(page).press('Escape');
  await expect(field(page)).toBeFocused();

  await page.getByRole('radio', { name: 'Schedule' }).click();
  await page.getByRole('button', { name: 'Next week' }).click();
  const title = page.getByRole('main').getByRole('heading', { level: 2 }).first();
  const next = await title.textContent();
  await page.keyboard.press('t');
  await expect(title).not.toHaveText(next ?? '');
  await page.keyboard.press('c');
  const wizard = page.getByRole('dialog', { name: 'Create Event' });
  await expect(wizard.getByRole('textbox').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(wizard).toHaveCount(0);
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByRole('heading', { level: 3 }).first()).toHaveText('In the schedule');
  await list.getByRole('switch').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toBeVisible();
  // Otherwise, the style of every element would be worked out again.
  await expect(page.locator('body')).toHaveCSS('pointer-events', 'auto');
  await expect(wizard).toHaveCount(0);
});

test('the palette is loaded by its key, opens groups, in another tab by a middle press, and does what can be done here (KEYS-01, KEYS-02, KEYS-08)', async ({
  browser,
  server,
}) => {
  const { ada, enter } = await twoMembers(browser, server.origin);
  const { page, context } = ada;
  const parts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/palette')) parts.push(request.url());
  });
  await enter(ada);
  await say(page, 'Tickets for the matinee');
  await expect(row(page, 'Tickets for the matinee')).toBeVisible();
  await page.getByRole('link', { name: 'My Schedule' }).click();
  await expect(field(page)).toHaveCount(0);
  expect(parts).toEqual([]);

  await page.keyboard.press('Control+k');
  await typed(page).pressSequentially('film');
  expect(parts).not.toEqual([]);
  const club = palette(page)
    .getByRole('group', { name: 'Groups' })
    .getByRole('option', { name: /Film Club/ });
  // A list that other styles squeeze is visible all the same.
  const [dialog, line] = [await palette(page).boundingBox(), await club.boundingBox()];
  expect(dialog?.width).toBe(640);
  expect(line?.width).toBeGreaterThan(600);
  expect(line?.height).toBeGreaterThanOrEqual(42);
  const [other] = await Promise.all([context.waitForEvent('page'), club.click({ button: 'middle' })]);
  await expect(field(other)).toBeVisible();
  await other.close();
  await expect(palette(page)).toBeVisible();
  await typed(page).press('Enter');
  await expect(field(page)).toBeVisible();

  await page.keyboard.press('Control+k');
  await expect(palette(page).getByRole('option').first()).toContainText('Film Club');
  await typed(page).pressSequentially('matinee');
  await typed(page).press('Enter');
  const search = page.getByRole('complementary', { name: 'Search' });
  await expect(search.locator('mark')).toHaveText('matinee');
  await page.keyboard.press('Control+k');
  await typed(page).pressSequentially('show month');
  await typed(page).press('Enter');
  await expect(page.getByRole('radio', { name: 'Month' })).toBeChecked();
});
