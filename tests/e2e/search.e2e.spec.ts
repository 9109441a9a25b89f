import { field, post, postMany, row, twoMembers } from './support/film-club.ts';
import { expect, test } from './support/fixtures.ts';

test('a search from the chat marks what it finds, and opens a message far back in its place (SEARCH-01, SEARCH-07)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId, enter } = await twoMembers(browser, server.origin);
  await post(ben, '/api/messages/send', { groupId, content: 'Samples land Friday, says the printer.' });
  await postMany(ben, groupId, 120, (number) => `Message ${number}.`);
  await enter(ada);
  const { page } = ada;
  await field(page).press('Escape');
  await page.getByRole('log').click({ position: { x: 5, y: 5 } });
  await page.keyboard.press('/');
  const panel = page.getByRole('complementary', { name: 'Search' });
  const words = panel.getByRole('combobox', { name: 'Search' });
  await expect(words).toBeFocused();
  await expect(panel.getByRole('button', { name: 'Remove in Film Club' })).toBeVisible();
  await words.pressSequentially('samples fri');
  await expect(panel.locator('mark')).toHaveText(['Samples', 'Fri']);
  await words.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(row(page, 'Samples land Friday')).toBeInViewport();
  await expect(panel.getByRole('link')).toHaveAttribute('aria-current', 'true');
  expect(page.url()).not.toContain('samples');

  // Where the panel covers the sheet, it leaves room for what was opened.
  await page.setViewportSize({ width: 1100, height: 800 });
  await row(page, 'Samples land Friday').click();
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.reload();
  await expect(panel.locator('mark')).toHaveText(['Samples', 'Fri']);
  await words.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.keyboard.press('/');
  await expect(words).toHaveValue('');
});
