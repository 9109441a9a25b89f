import { callApi } from './support/api.ts';
import { expect, signedInPage, test } from './support/fixtures.ts';

test('Back closes the topmost dialog first, asks as Escape does, and only then leaves the screen', async ({
  browser,
  baseURL,
}) => {
  const { page, account } = await signedInPage(browser, baseURL);
  const { group } = await callApi<{ group: { _id: string } }>(page, account.token, 'POST', '/api/groups', {
    name: 'Film Club',
    description: 'We watch films',
  });
  await page.goto('/dashboard');
  await page
    .getByRole('navigation', { name: 'Groups' })
    .getByRole('link', { name: /Film Club/ })
    .click();
  const path = `/dashboard/group/${group._id}`;
  await expect(page).toHaveURL(path);
  const back = () => page.evaluate(() => window.history.back());

  await page.getByRole('complementary').getByRole('button', { name: 'Create Event' }).click();
  const name = page.getByRole('textbox', { name: /^Event name/ });
  await name.fill('Movie night');
  await back();
  const question = page.getByRole('alertdialog', { name: 'Discard this event?' });
  await expect(question).toBeVisible();
  // The step back was taken again, so that the dialog stays.
  await expect(page).toHaveURL(path);
  await back();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(path);
  await expect(name).toHaveValue('Movie night');
  await back();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(name).toBeHidden();
  await expect(page).toHaveURL(path);

  const settings = page.getByRole('dialog', { name: 'Group Settings' });
  await page.getByRole('button', { name: 'Group settings' }).click();
  await expect(settings).toBeVisible();
  await back();
  await expect(settings).toBeHidden();
  await expect(page).toHaveURL(path);

  const view = (name: string) => page.getByRole('radio', { name });
  await view('Chat').click();
  await expect(page).toHaveURL(`${path}/chat`);
  await view('Schedule').click();
  await expect(page).toHaveURL(`${path}/schedule`);
  await back();
  await expect(page).toHaveURL(`${path}/chat`);
  await expect(view('Chat')).toBeChecked();
  await page.reload();
  await expect(view('Chat')).toBeChecked();
  await back();
  await expect(page).toHaveURL(`${path}/schedule`);
  await expect(view('Schedule')).toBeChecked();

  await back();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('button', { name: 'Add group' }).click();
  const addGroup = page.getByRole('dialog', { name: 'Add a group' });
  await expect(addGroup).toBeVisible();
  await page.evaluate(() => window.history.forward());
  await expect(addGroup).toBeHidden();
  await expect(page).toHaveURL('/dashboard');
  await page.evaluate(() => window.history.forward());
  await expect(page).toHaveURL(`${path}/schedule`);
});
