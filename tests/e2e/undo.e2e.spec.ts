import type { Locator, Page } from '@playwright/test';
import { callApi } from './support/api.ts';
import { dayFromNow, noonIn } from './support/days.ts';
import { expect, signedInPage, test } from './support/fixtures.ts';

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).press('Enter');

/** Presses Tab, or Shift and Tab, until an element has the focus. */
const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let pressed = 0; pressed < 120; pressed++) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(target)} is not among the next 120 controls.`);
};

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

test('a date of a series is deleted and undone, and all dates are deleted and restored, by Tab and keys alone (UNDO-01, UNDO-04, UNDO-11, SERIES-15, SERIES-28)', async ({
  browser,
  baseURL,
}) => {
  const { page, account } = await signedInPage(browser, baseURL ?? '', { firstName: 'Maya', lastName: 'Vale' });
  const weekly = { unit: 'week', every: 1, count: 3 };
  await callApi(page, account.token, 'POST', '/api/events', { name: 'Stand-up', ...noonIn(1), repeats: weekly });
  await page.goto('/dashboard');
  const stored = (date: string) => page.locator(`[data-event$="_${date}"]`);
  const second = stored(dayFromNow(8));
  const question = page.getByRole('alertdialog', { name: 'Delete repeating event' });
  const undo = page.getByRole('button', { name: 'Undo' });
  const isSomewhere = () => expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');

  /** From its card to the answer, with the scope that so many presses of Down lead to. */
  const deleteSecond = async (downs: number) => {
    // It comes back as it was, with its details.
    await tabTo(page, second.getByRole('button', { name: /details for Stand-up/ }));
    if ((await second.getByRole('button', { name: 'Delete', exact: true }).count()) === 0)
      await page.keyboard.press('Enter');
    await tabTo(page, second.getByRole('button', { name: 'Delete', exact: true }));
    await page.keyboard.press('Enter');
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await tabTo(page, question.getByRole('radio', { checked: true }), 'Shift+Tab');
    for (let down = 0; down < downs; down++) await page.keyboard.press('ArrowDown');
    await tabTo(page, question.getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    await expect(second).toHaveCount(0);
    await isSomewhere();
  };

  await deleteSecond(0);
  await expect(undo).toBeVisible();
  await page.keyboard.press('F8');
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(second).toHaveCount(1);
  await expect(page.getByText('Restored Stand-up')).toBeVisible();
  await isSomewhere();

  await deleteSecond(2);
  await expect(card(page, 'Stand-up')).toHaveCount(0);
  await page.keyboard.press('F8');
  await page.keyboard.press('Escape');
  await expect(undo).toHaveCount(0);
  await isSomewhere();
  const options = page.getByRole('button', { name: 'Schedule options' });
  await tabTo(page, options);
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Recently deleted' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Restore Stand-up' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing deleted in the last 30 days.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(options).toBeFocused();
  await expect(card(page, 'Stand-up')).toHaveCount(3);
});
