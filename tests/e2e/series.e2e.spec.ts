import type { Browser, Page } from '@playwright/test';
import { callApi } from './support/api.ts';
import { expect, signedInPage, test } from './support/fixtures.ts';

type Created = { readonly group: { readonly _id: string }; readonly sixDigitCode: string };

const cards = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });

/** Maya's group in one browser, and Tom in it in another. */
const twoBrowsers = async (browser: Browser, origin: string) => {
  const maya = await signedInPage(browser, origin, { firstName: 'Maya', lastName: 'Vale' });
  const tom = await signedInPage(browser, origin, { firstName: 'Tom', lastName: 'Lind' });
  const { group, sixDigitCode } = await callApi<Created>(maya.page, maya.account.token, 'POST', '/api/groups', {
    name: 'Harbor Street Studio',
    description: 'Design',
  });
  await callApi(tom.page, tom.account.token, 'POST', '/api/groups/join/code', { code: sixDigitCode });
  for (const { page } of [maya, tom]) await page.goto(`/dashboard/group/${group._id}`);
  return { maya: maya.page, tom: tom.page };
};

test('a weekly event from the wizard is in both browsers, and loses one date or those that follow (SERIES-11, SERIES-12, SERIES-15, SERIES-20)', async ({
  browser,
  baseURL,
}) => {
  const { maya, tom } = await twoBrowsers(browser, baseURL ?? '');
  await expect(tom.getByText('No events scheduled')).toBeVisible();
  await maya.getByRole('complementary').getByRole('button', { name: 'Create Event' }).click();
  await maya.getByRole('textbox', { name: /^Event name/ }).fill('Stand-up');
  await next(maya).click();
  await maya.getByRole('button', { name: 'Next week' }).click();
  await maya.getByRole('listbox', { name: 'Week' }).getByRole('option').last().click();
  await maya.getByRole('option', { name: '9:00 AM', exact: true }).click();
  await maya.getByLabel('Repeats').selectOption({ label: 'Every week on Saturday' });
  await next(maya).click();
  await next(maya).click();
  await next(maya).click();
  await expect(dialog(maya, 'Create Event').getByText('Every week on Saturday')).toBeVisible();
  await dialog(maya, 'Create Event').getByRole('button', { name: 'Create Event' }).click();
  await expect(dialog(maya, 'Create Event')).toBeHidden();
  await expect(cards(tom, 'Stand-up').first()).toContainText('Every week on Saturday');
  await expect.poll(() => cards(tom, 'Stand-up').count()).toBeGreaterThan(2);

  await maya.getByRole('button', { name: 'Back to today' }).click();
  const before = await tom
    .locator('[data-event]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-event')));
  const second = before[1] ?? '';
  const card = maya.locator(`[data-event="${second}"]`);
  await card.getByRole('button', { name: 'Show details for Stand-up' }).click();
  await card.getByRole('button', { name: 'Delete' }).click();
  const question = maya.getByRole('alertdialog', { name: 'Delete repeating event' });
  await expect(question.getByRole('radio', { name: /^This event/ })).toBeChecked();
  await question.getByRole('radio', { name: /^All events/ }).click();
  await expect(question).toContainText('You can restore them for 30 days.');
  await question.getByRole('radio', { name: /^This event/ }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeHidden();
  await expect(tom.locator(`[data-event="${second}"]`)).toHaveCount(0);
  await expect(tom.locator(`[data-event="${before[0]}"]`)).toHaveCount(1);

  const third = maya.locator(`[data-event="${before[2]}"]`);
  await third.getByRole('button', { name: 'Show details for Stand-up' }).click();
  await third.getByRole('button', { name: 'Edit', exact: true }).click();
  await third.getByRole('textbox', { name: /^Event name/ }).fill('Retro');
  await third.getByRole('button', { name: 'Save Changes' }).click();
  const edit = maya.getByRole('alertdialog', { name: 'Edit repeating event' });
  await edit.getByRole('radio', { name: /^This and following events/ }).click();
  await expect(edit.getByText('1 deleted date stays deleted.')).toBeHidden();
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit).toBeHidden();
  await expect(tom.locator(`[data-event="${before[2]}"]`)).toContainText('Retro');
  await expect(tom.locator(`[data-event="${before[0]}"]`)).toContainText('Stand-up');
});
