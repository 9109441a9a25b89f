import type { Page } from '@playwright/test';
import { PIXEL } from '../support/pictures.ts';
import { expect, freshNumber, lastCode, signedInPage, test } from './support/fixtures.ts';
import { violations } from './walk/looks.ts';

type Member = Pick<Awaited<ReturnType<typeof signedInPage>>, 'page' | 'account'>;

const violationsIn = (page: Page, selector: string) => violations(page, { within: selector });
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
/** The server's answer to a person who asks for their own account. */
const ownAccount = ({ page, account }: Member) =>
  page.request.get('/api/auth/me', { headers: { authorization: `Bearer ${account.token}` } });
const ownUser = async (member: Member) =>
  ((await (await ownAccount(member)).json()) as { user: Record<string, unknown> }).user;

const fact = (page: Page, label: string) => page.locator('dl > div', { hasText: label }).locator('dd').first();

test('a changed name is stored and shown, a cancelled one is not (ACCT-04, ACCT-15, ACCT-16, ERR-42)', async ({
  browser,
  server,
}) => {
  const { page, context } = await signedInPage(browser, server.origin, { firstName: 'Robin', lastName: 'Vale' });
  await page.goto('/account');
  await page.getByRole('button', { name: 'Edit Full Name' }).click();
  await page.getByLabel('First name').fill('Zoe');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(fact(page, 'Full Name')).toHaveText('Robin Vale');
  await expect(page.getByRole('button', { name: 'Edit Full Name' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByLabel('First name').fill('Zoe');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Name updated successfully')).toBeVisible();
  await expect.poll(() => stored(page, 'auth_user')).toContain('"firstName":"Zoe"');
  await page.reload();
  await expect(fact(page, 'Full Name')).toHaveText('Zoe Vale');
  await context.close();
});

test('a new phone number takes effect when both numbers are verified (OPEN-028)', async ({ browser, server }) => {
  const { page, context, account } = await signedInPage(browser, server.origin);
  const number = freshNumber();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Edit Phone Number' }).click();
  await page.getByLabel('Phone Number').fill(number);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Verification code sent to your phone!')).toBeVisible();
  await expect(page.getByText('Enter the code sent to your current number.')).toBeVisible();
  await page.getByLabel('Digit 1 of 6').fill(await lastCode(page, account.user.phoneNumber.slice(-10)));
  await expect(page.getByText('Enter the code sent to your new number.')).toBeVisible();
  await page.getByLabel('Digit 1 of 6').fill(await lastCode(page, number));
  await expect(page.getByText('Phone number updated successfully')).toBeVisible();
  await expect(fact(page, 'Phone Number')).toHaveText(/^\(628\) /);
  await expect.poll(() => ownUser({ page, account })).toMatchObject({ phoneNumber: `+1${number}` });
  await context.close();
});

test('a pending change of number survives a reload and is cancelled by keyboard (OPEN-028, UX-01)', async ({
  browser,
  server,
}) => {
  const { page, context, account } = await signedInPage(browser, server.origin);
  const number = freshNumber();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Edit Phone Number' }).click();
  await page.getByLabel('Phone Number').fill(number);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'I no longer have this number' }).click();
  await expect(page.getByText('Enter the code sent to your new number.')).toBeVisible();
  await page.getByLabel('Digit 1 of 6').fill(await lastCode(page, number));
  const line = page.getByText(`Changes to the number ending in ${number.slice(-2)} on `);
  await expect(line).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.reload();
    await expect(line).toBeVisible();
    await expect.poll(() => violationsIn(page, 'dl')).toEqual([]);
  }
  await page.getByRole('button', { name: 'Cancel change' }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Cancel your number change?' });
  await expect(question.getByRole('button', { name: 'Cancel Change' })).toBeFocused();
  await expect.poll(() => violationsIn(page, '[role="alertdialog"]')).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your phone number stays as it is')).toBeVisible();
  await expect(line).toBeHidden();
  await expect(page.getByRole('button', { name: 'Edit Phone Number' })).toBeFocused();
  await page.reload();
  await expect(fact(page, 'Phone Number')).toHaveText(/^\(628\) /);
  await expect(line).toBeHidden();
  await expect.poll(() => ownUser({ page, account })).not.toHaveProperty('phoneChange');
  await context.close();
});

test('a picture is chosen, shown and saved (ACCT-06, ACCT-13, ERR-42)', async ({ browser, server }) => {
  const { page, context } = await signedInPage(browser, server.origin);
  await page.goto('/account');
  const input = page.getByLabel('Profile picture', { exact: true });
  await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByRole('alert')).toHaveText('Please select an image file');
  await input.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5_242_881) });
  await expect(page.getByRole('alert')).toHaveText('File size must be less than 5MB');
  await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(page.getByText(/^me\.png, /)).toBeVisible();
  await page.getByRole('button', { name: 'Save Photo' }).click();
  await expect(page.getByText('Profile picture updated successfully')).toBeVisible();
  await page.reload();
  const photo = page.locator('.photo img');
  await expect.poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await context.close();
});

test('the chosen theme survives a reload (UX-01)', async ({ browser, server }) => {
  const { page, context } = await signedInPage(browser, server.origin);
  await page.goto('/account');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
  await page.getByRole('radio', { name: 'Dark' }).press('ArrowLeft');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await context.close();
});

test('people can download their own data as a ZIP (OPEN-093)', async ({ browser, server }) => {
  const { page, context } = await signedInPage(browser, server.origin);
  await page.goto('/account?tab=help');
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  const download = await coming;
  expect(download.suggestedFilename()).toMatch(/^quorum-data-\d{4}-\d\d-\d\d\.zip$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).subarray(0, 2).toString()).toBe('PK');
  await context.close();
});

test('Logout leads to Log in (ACCT-03, AUTH-33, OPEN-010)', async ({ browser, server }) => {
  const { page, context, account } = await signedInPage(browser, server.origin);
  await page.goto('/account');
  await page.evaluate(() => localStorage.setItem('has_signed_in', 'true'));
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Are you sure you want to sign out of your account?')).toBeVisible();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  await expect.poll(async () => (await ownAccount({ page, account })).status()).toBe(401);
  await context.close();
});

test('a deleted account is gone, and its screen closes after two seconds (ACCT-18, ACCT-19, ACCT-20, ACCT-21, ACCT-22, PERM-24)', async ({
  browser,
  server,
}) => {
  const { page, context, account } = await signedInPage(browser, server.origin);
  await page.clock.install();
  await page.goto('/account?tab=help');
  await page.getByRole('button', { name: 'Delete Account' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.getByRole('button', { name: 'Continue' }).click();
  const last = page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' });
  await expect(last).toBeDisabled();
  await expect(page.getByRole('alertdialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Delete MY account');
  await page.clock.pauseAt(Date.now() + 60_000);
  await last.click();
  await expect(page.getByText('Account deleted successfully. You will be redirected to the login page.')).toBeVisible();
  // The server ends the session at once, but the farewell stays.
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.clock.runFor(1_900);
  expect(new URL(page.url()).pathname).toBe('/account');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.clock.runFor(200);
  await page.clock.resume();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(async () => (await ownAccount({ page, account })).status()).toBe(401);
  await expect.poll(() => stored(page, 'auth_token')).toBeNull();
  await expect.poll(() => stored(page, 'auth_user')).toBeNull();
  await context.close();
});
