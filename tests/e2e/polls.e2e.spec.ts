import type { Locator, Page } from '@playwright/test';
import { callApi } from './support/api.ts';
import { twoBrowsers } from './support/film-club.ts';
import { expect, test } from './support/fixtures.ts';

/** Presses of Tab that lead to everything in a dialog. */
const MAX_TABS = 40;

/** Moves the focus to a control as a person without a mouse does. */
const tabTo = async (page: Page, control: Locator): Promise<void> => {
  const isThere = () => control.evaluate((element) => element === document.activeElement);
  await control.waitFor();
  for (let pressed = 0; pressed < MAX_TABS && !(await isThere()); pressed += 1) await page.keyboard.press('Tab');
  await expect(control).toBeFocused();
};

test('a poll goes from a question to an event: opened, voted on and decided by keyboard alone, voted on in another browser, answered (FIND-01, FIND-05, FIND-13, FIND-14, FIND-17, FIND-20)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId, enter } = await twoBrowsers(browser, server.origin);
  for (const each of [ada, ben]) await enter(each);
  const { page } = ada;
  const { keyboard } = page;
  await page.getByRole('button', { name: 'Find a time' }).focus();
  await keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Find a time' });
  await expect(form.getByRole('textbox', { name: /^Event name/ })).toBeFocused();
  await keyboard.type('Dinner tomorrow 7pm');
  await keyboard.press('Enter');
  const proposed = form.getByRole('list', { name: /^Proposed times/ }).getByRole('listitem');
  await expect(proposed).toHaveText([/7:00 PM/]);
  await tabTo(page, form.getByRole('option', { name: '7:00 PM' }));
  for (const key of ['ArrowDown', 'Enter', 'ArrowDown', 'Enter']) await keyboard.press(key);
  await expect(proposed).toHaveText([/7:00 PM/, /8:00 PM/, /9:00 PM/]);
  await tabTo(page, proposed.getByRole('button', { name: /9:00 PM/ }));
  await keyboard.press('Enter');
  await expect(proposed).toHaveCount(2);
  await tabTo(page, form.getByRole('button', { name: 'Ask the group' }));
  await keyboard.press('Enter');
  const board = page.getByRole('grid', { name: 'Times for Dinner' });
  await tabTo(page, board.getByRole('gridcell', { name: /7:00 PM\. You:/ }));
  for (const key of ['n', 'ArrowRight', 'y']) await keyboard.press(key);
  await expect(board.getByRole('gridcell', { name: /7:00 PM\. You: no/ })).toBeVisible();
  await expect(board.getByRole('gridcell', { name: /8:00 PM\. You: yes/ })).toBeFocused();

  await ben.page.getByRole('button', { name: 'Vote', exact: true }).click();
  const theirs = ben.page.getByRole('grid', { name: 'Times for Dinner' });
  await expect(theirs.getByRole('gridcell', { name: /8:00 PM\. Ada: yes/ })).toBeVisible();
  await theirs
    .getByRole('radiogroup', { name: /8:00 PM/ })
    .getByRole('radio', { name: 'If need be' })
    .click();
  await expect(board.getByRole('gridcell', { name: /8:00 PM\. Ben: if need be/ })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: 'Make it an event' }));
  await keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Dinner' })).toBeVisible();
  await expect(page.locator(':focus')).toBeVisible();
  await expect(ben.page.getByText('was chosen')).toBeVisible();
  const { polls } = await callApi<{ polls: { eventId: string }[] }>(
    ben.page,
    ben.account.token,
    'GET',
    `/api/polls?groupId=${groupId}`,
  );
  const seen = async () =>
    (
      await callApi<{ event: { mine: { answer: string } } }>(
        ben.page,
        ben.account.token,
        'GET',
        `/api/events/${polls[0]?.eventId}`,
      )
    ).event.mine.answer;
  await expect.poll(seen).toBe('maybe');
});
