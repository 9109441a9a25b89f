import { callApi } from './support/api.ts';
import { expect, sameAccount, signedInPage, test } from './support/fixtures.ts';

test('fields on a touch screen have text of at least 16 pixels, because iOS zooms into smaller ones (UX-12)', async ({
  browser,
  baseURL,
}) => {
  const person = await signedInPage(browser, baseURL);
  const body = { name: 'Film Club', description: 'Old films' };
  const { group } = await callApi<{ group: { _id: string } }>(
    person.page,
    person.account.token,
    'POST',
    '/api/groups',
    body,
  );
  const { page } = await sameAccount(browser, baseURL, person, { hasTouch: true, isMobile: true });
  const expectLarge = async () => {
    const fields = page.locator('input:not([type="radio"], [type="checkbox"], [type="file"]), textarea, select');
    await expect(fields.first()).toBeVisible();
    const small = await fields.evaluateAll((all) =>
      all
        .filter((field) => field.checkVisibility() && Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.outerHTML),
    );
    expect(small).toEqual([]);
  };
  await page.goto(`/dashboard/group/${group._id}/chat`);
  await expectLarge();
  await page.goto(`/dashboard/group/${group._id}/schedule`);
  await page.getByRole('button', { name: 'Create Event' }).first().click();
  await expectLarge();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Edit Email' }).click();
  await expectLarge();
});
