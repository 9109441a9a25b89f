import type { Page } from '@playwright/test';
import { callApi } from './support/api.ts';
import { noonIn } from './support/days.ts';
import { expect, signedInPage, test } from './support/fixtures.ts';

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter');

test('an edit and a deletion are undone from the toast, and an older version by the keyboard alone (UNDO-01, UNDO-06, UNDO-07, UNDO-11)', async ({
  browser,
  baseURL,
}) => {
  const { page, account } = await signedInPage(browser, baseURL ?? '', { firstName: 'Maya', lastName: 'Vale' });
  await callApi(page, account.token, 'POST', '/api/events', { name: 'Dinner', location: 'The Anchor', ...noonIn(1) });
  await page.goto('/dashboard');
  await press(page, 'Show details for Dinner');

  await card(page, 'Dinner').getByRole('button', { name: 'Edit', exact: true }).press('Enter');
  await page.getByRole('textbox', { name: /^Event name/ }).fill('Supper');
  await page.getByRole('textbox', { name: 'Location' }).fill('Studio roof');
  await press(page, 'Save Changes');
  await expect(page.getByText('Changed Dinner')).toBeVisible();
  await press(page, 'Undo');
  await expect(page.getByText('Changed Dinner back')).toBeVisible();
  await expect(card(page, 'Dinner')).toContainText('The Anchor');

  await card(page, 'Dinner').getByRole('button', { name: 'History' }).press('Enter');
  const history = page.getByRole('dialog', { name: 'History' });
  const changes = history.getByRole('list', { name: 'Changes' }).getByRole('listitem');
  await expect(changes).toHaveCount(3);
  await changes.nth(1).getByRole('button', { name: 'Restore this version' }).press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Put back an older version' });
  await expect(question).toContainText('This changes two things back.');
  await question.getByRole('button', { name: 'Restore this version' }).press('Enter');
  await expect(changes).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(history).toBeHidden();
  await expect(card(page, 'Supper')).toContainText('Studio roof');

  await card(page, 'Supper').getByRole('button', { name: 'Delete', exact: true }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(card(page, 'Supper')).toHaveCount(0);
  await press(page, 'Schedule options');
  await page.getByRole('menuitem', { name: 'Recently deleted' }).click();
  await page.getByRole('button', { name: 'Restore Supper' }).press('Enter');
  await expect(page.getByText('Nothing deleted in the last 30 days.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(card(page, 'Supper')).toBeVisible();
});
