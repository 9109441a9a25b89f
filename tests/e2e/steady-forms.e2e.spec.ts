import type { Page } from '@playwright/test';
import { expect, freshNumber, phoneField, signedInPage, test } from './support/fixtures.ts';
import { layoutShifts, watchLayoutShift } from './support/layout-shift.ts';

/** Waits until no animation runs, such as that of an opening dialog. */
const atRest = (page: Page): Promise<unknown> =>
  page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));

type Places = Readonly<Record<string, string>>;
/** Positions of all controls and headings, by name without counts. */
const places = async (page: Page): Promise<Places> => {
  await atRest(page);
  return page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('h1, h2, label, form > button, footer button')].map((element) => {
        const { x, y } = element.getBoundingClientRect();
        return [`${element.tagName} ${element.textContent?.replace(/\d+/g, '')}`, `${x}, ${y}`];
      }),
    ),
  );
};
/** Movement on the page during an action: by the browser's count, and by as little as a pixel. */
const moved = async (page: Page, happens: () => Promise<unknown>): Promise<string[]> => {
  const shifts = (await layoutShifts(page)).length;
  const before = await places(page);
  await happens();
  const elsewhere = Object.entries(await places(page))
    .filter(([name, place]) => name in before && before[name] !== place)
    .map(([name, place]) => `${name} from ${before[name]} to ${place}`);
  return [...(await layoutShifts(page)).slice(shifts), ...elsewhere];
};
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const alert = (page: Page, text: string | RegExp) =>
  expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible();

test('errors about a number, a code or a profile appear without moving the form (UX-01)', async ({ page }) => {
  await watchLayoutShift(page);
  await page.goto('/login?mode=login');
  await page.goto('/signup', { waitUntil: 'networkidle' });
  const number = freshNumber();
  const tooShort = async () => {
    await phoneField(page).fill('415');
    await press(page, 'Send code');
    await alert(page, 'valid 10-digit');
  };
  expect.soft(await moved(page, tooShort), 'an invalid number').toEqual([]);
  await phoneField(page).fill(number);
  await press(page, 'Send code');
  await page.getByLabel('Digit 1 of 6').fill('12');
  const tooFew = async () => {
    await page.getByLabel('Digit 1 of 6').press('Enter');
    await alert(page, 'enter all 6 digits');
  };
  expect.soft(await moved(page, tooFew), 'an incomplete code').toEqual([]);
  await press(page, 'Use code');

  await page.getByLabel('Email').fill('robin');
  const noAddress = async () => {
    await press(page, 'Continue');
    await alert(page, 'valid email');
  };
  expect.soft(await moved(page, noAddress), 'an invalid address').toEqual([]);
  await page.getByLabel('Email').fill('robin@example.org');
  await press(page, 'Continue');
  await expect(page.getByLabel('First name')).toBeVisible();
  const noName = async () => {
    await press(page, 'Continue');
    await alert(page, 'are required');
  };
  expect.soft(await moved(page, noName), 'a missing name').toEqual([]);
  await page.getByLabel('First name').fill('Robin');
  await page.getByLabel('Last name').fill('Vale');
  await press(page, 'Continue');
  await expect(page.getByRole('heading', { name: 'Add a profile picture' })).toBeVisible();
  await expect(page.getByText('Name saved successfully!')).toHaveCount(0);
  const noPicture = async () => {
    const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('No picture') };
    await page.getByLabel('Profile picture').setInputFiles(file);
    await alert(page, /image/);
  };
  expect.soft(await moved(page, noPicture), 'no picture').toEqual([]);
});

test('an unknown account is explained, with the way to sign up, without moving the form (UX-01)', async ({ page }) => {
  await watchLayoutShift(page);
  await page.goto('/login', { waitUntil: 'networkidle' });
  const question = page.getByRole('link', { name: 'Log in' });
  if (await question.isVisible()) await question.click();
  await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  const unknown = async () => {
    await phoneField(page).fill(freshNumber());
    await press(page, 'Send code');
    await alert(page, 'Account not found');
  };
  expect(await moved(page, unknown)).toEqual([]);
});

test('the steps of Delete Account are equally tall (UX-01)', async ({ browser, baseURL }) => {
  const { page } = await signedInPage(browser, baseURL);
  await watchLayoutShift(page);
  await page.goto('/account');
  await page.getByRole('tab', { name: 'Help & Support' }).click();
  await press(page, 'Delete Account');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  await atRest(page);
  const first = await dialog.boundingBox();
  const further = async () => {
    await press(page, 'Continue');
    await expect(page.getByRole('textbox')).toBeFocused();
  };
  expect.soft(await moved(page, further)).toEqual([]);
  expect(await dialog.boundingBox()).toEqual(first);
  const failed = async () => {
    await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: { error: 'Something went wrong.' } }));
    await page.getByRole('textbox').fill('delete my account');
    await dialog.getByRole('button', { name: 'Delete Account' }).click();
    await alert(page, 'Something went wrong.');
  };
  expect.soft(await moved(page, failed), 'a failed deletion').toEqual([]);
});

test('Create Group keeps its size while it is filled in (UX-01)', async ({ browser, baseURL }) => {
  const { page } = await signedInPage(browser, baseURL);
  await watchLayoutShift(page);
  await page.goto('/dashboard');
  await press(page, 'Add group');
  await page.getByRole('button', { name: /^Create a Group/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Group' });
  const name = page.getByRole('textbox', { name: 'Group name' });
  await expect(name).toBeFocused();
  const missing = async () => {
    await press(page, 'Next');
    await alert(page, /name/);
  };
  expect.soft(await moved(page, missing), 'a missing name').toEqual([]);
  const size = await dialog.boundingBox();
  for (const long of ['W'.repeat(50), 'Longer names than anyone needs '.repeat(2).slice(0, 50)])
    expect.soft(await moved(page, () => name.fill(long)), 'a long name').toEqual([]);
  await press(page, 'Next');
  const description = page.getByRole('textbox', { name: 'Description' });
  const long = 'Everything about the group at length. '.repeat(6).slice(0, 200);
  expect.soft(await moved(page, () => description.fill(long)), 'a long description').toEqual([]);
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText('Everything about');
  for (const step of ['an image', 'permissions']) {
    await press(page, 'Next');
    expect.soft(await dialog.boundingBox(), `the dialog at ${step}`).toEqual(size);
  }
});

test('Create Event keeps its size on every step, and without a duration (UX-01)', async ({ browser, baseURL }) => {
  const { page } = await signedInPage(browser, baseURL);
  await page.goto('/dashboard');
  await page.getByRole('complementary').getByRole('button', { name: 'Create Event' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Event' });
  await page.getByRole('textbox', { name: /^Event name/ }).fill('Recital');
  await atRest(page);
  const size = await dialog.boundingBox();
  const further = async (step: string) => {
    await press(page, 'Next');
    await expect(dialog.locator('[aria-current=step]')).toContainText(step);
    expect.soft(await dialog.boundingBox(), `the dialog at ${step}`).toEqual(size);
  };
  await further('Date & Time');
  await further('Duration');
  for (const field of ['Hours', 'Minutes']) await page.getByLabel(field).fill('');
  await alert(page, /./);
  expect.soft(await dialog.boundingBox(), 'the dialog without a duration').toEqual(size);
  await page.getByRole('radio', { name: /^45 min/ }).click();
  expect.soft(await dialog.boundingBox(), 'the dialog with a duration').toEqual(size);
  await further('Location');
  await further('Review & Create');
});

test('errors about an invitation appear without moving the dialog (UX-01)', async ({ browser, baseURL }) => {
  const { page } = await signedInPage(browser, baseURL);
  await watchLayoutShift(page);
  await page.goto('/dashboard');
  await press(page, 'Add group');
  await page.getByRole('button', { name: /^Join a Group/ }).click();
  const field = page.getByRole('textbox', { name: /code or link/ });
  await expect(field).toBeFocused();
  const unknown = async () => {
    await field.fill('999999');
    await field.press('Enter');
    await alert(page, /Invalid|invitation/);
  };
  expect(await moved(page, unknown)).toEqual([]);
});

test('a refused admin login is explained without moving the form (UX-01)', async ({ page }) => {
  await watchLayoutShift(page);
  await page.goto('/admin', { waitUntil: 'networkidle' });
  const refused = async () => {
    await page.getByLabel('Username').fill('nobody');
    await page.getByLabel('Password').fill('wrong');
    await press(page, 'Log in');
    await alert(page, 'Invalid credentials');
  };
  expect(await moved(page, refused)).toEqual([]);
});
