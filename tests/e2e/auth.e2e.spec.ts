import type { Page } from '@playwright/test';
import { expect, freshNumber, lastCode, phoneField, test } from './support/fixtures.ts';

const box = (page: Page, position: number) => page.getByLabel(`Digit ${position} of 6`);
const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

/** The app replaces the page's prerendered form by its own. */
const shows = async (page: Page, name: string) => {
  await expect(title(page, name)).toBeVisible();
  await expect(phoneField(page)).toBeVisible();
};

const sendCode = async (page: Page, number: string) => {
  await phoneField(page).fill(number);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(title(page, 'Enter your code')).toBeVisible();
};

const expectValues = (page: Page, values: string) =>
  expect
    .poll(async () =>
      (await Promise.all([1, 2, 3, 4, 5, 6].map((position) => box(page, position).inputValue()))).join('|'),
    )
    .toBe(values);

test('a newcomer signs up with the code from the outbox panel (AUTH-12, AUTH-26, SETUP-01, SETUP-08, SETUP-10, SETUP-12, SETUP-14, RUN-04)', async ({
  page,
}) => {
  const number = freshNumber();
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await sendCode(page, number);
  await expect(page.getByText('Welcome to Quorum! Verification code sent to your phone.')).toBeVisible();
  await page.getByRole('button', { name: 'Use code' }).click();

  await expect(page).toHaveURL(/\/profile-setup$/);
  await page.getByLabel('Email').fill('robin@example.org');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Email saved successfully!')).toBeVisible();
  await expect(title(page, 'Tell us your name')).toBeVisible();

  // A person who returns later continues where they stopped.
  await page.reload();
  await page.getByLabel('First name').fill('Robin');
  await page.getByLabel('Last name').fill('Vale');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Name saved successfully!')).toBeVisible();
  await expect(title(page, 'Add a profile picture')).toBeVisible();
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a person who signed in while the app could not be fetched is signed in on the next load (AUTH-25)', async ({
  page,
}) => {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.route('**/assets/show-app-*.js', (route) => (loads === 1 ? route.abort() : route.continue()));
  await page.goto('/signup');
  await sendCode(page, freshNumber());
  await page.getByRole('button', { name: 'Use code' }).click();
  await expect(page).toHaveURL(/\/profile-setup$/);
  await expect(title(page, "What's your email?")).toBeVisible();
  expect(loads).toBe(2);
});

test('the code step survives a reload, with its countdown, for ten minutes (AUTH-20, AUTH-22, AUTH-23, AUTH-24)', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Log in' }).click();
  await shows(page, 'Welcome back');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await shows(page, 'Create your account');
  // From here on, the clock is frozen unless the test moves it.
  await page.clock.pauseAt(Date.now() + 60_000);
  await sendCode(page, freshNumber());
  await expect(page.getByRole('timer')).toHaveText('00:30');
  await page.clock.runFor(4_000);
  // The last tick of the page's clock may be almost a second old.
  await expect(page.getByRole('timer')).toHaveText(/^00:2[67]$/);
  await page.reload();
  await expect(title(page, 'Enter your code')).toBeVisible();
  await expect(page.getByRole('timer')).toHaveText('00:26');
  await expect(page.getByRole('button', { name: 'Resend' })).toBeDisabled();

  const age = (minutes: number) =>
    page.evaluate((by) => {
      const step = JSON.parse(localStorage.getItem('signup_step') ?? '{}') as { sentAt: number };
      localStorage.setItem('signup_step', JSON.stringify({ ...step, sentAt: step.sentAt - by }));
    }, minutes * 60_000);
  await age(9);
  await page.reload();
  await expect(title(page, 'Enter your code')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Resend' })).toBeEnabled();
  await age(1);
  await page.reload();
  await shows(page, 'Create your account');
  await expect.poll(() => stored(page, 'signup_step')).toBeNull();
});

test("the log-in or sign-up screen comes first, depending on the browser's history (AUTH-02, AUTH-03, AUTH-04, AUTH-05, AUTH-06, OPEN-010)", async ({
  page,
}) => {
  const opens = async (path: string, name: string) => {
    await page.goto(path);
    await shows(page, name);
  };
  const inviteFlow = () => stored(page, 'invite_flow');
  await opens('/login', 'Create your account');
  await opens('/signup?invite=true', 'Create your account');
  await expect.poll(inviteFlow).toBe('true');
  await opens('/login', 'Welcome back');
  await page.evaluate(() => localStorage.clear());
  await opens('/login?invite=true', 'Welcome back');
  await expect.poll(inviteFlow).toBe('true');

  await page.evaluate(() => localStorage.setItem('has_signed_in', 'true'));
  await page.evaluate(() => localStorage.removeItem('invite_flow'));
  await opens('/login', 'Welcome back');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await shows(page, 'Create your account');
  await page.reload();
  await shows(page, 'Create your account');
  await page.goto('/terms');
  await opens('/login', 'Welcome back');
});

test('a number that a keyboard suggests with its country code keeps its last digits (AUTH-10)', async ({ page }) => {
  await page.goto('/signup');
  await shows(page, 'Create your account');
  await phoneField(page).focus();
  await page.keyboard.insertText('+1 (628) 555-0132');
  await expect(phoneField(page)).toHaveValue('(628) 555-0132');
});

test('wrong numbers and codes are explained beside their field, which keeps the input (ERR-01, ERR-03, ERR-05)', async ({
  page,
}) => {
  const number = freshNumber();
  await page.goto('/login?invite=true');
  await phoneField(page).fill(number);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('alert')).toHaveText('Account not found. Please sign up first.');
  await expect(phoneField(page)).toHaveValue(/^\(628\) \d{3}-\d{4}$/);

  await page.getByRole('link', { name: 'Sign up' }).click();
  await shows(page, 'Create your account');
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(title(page, 'Enter your code')).toBeVisible();
  await expect(box(page, 1)).toBeFocused();
  const code = await lastCode(page, number);
  const wrong = code.replace(/.$/, (digit) => String((Number(digit) + 1) % 10));
  await page.keyboard.type(wrong);
  await expect(page.getByRole('alert')).toHaveText('That code isn’t right. Check it and try again.');
  await expectValues(page, '|||||');
  await expect(box(page, 1)).toBeFocused();
  await page.keyboard.type(code);
  await expect(page).toHaveURL(/\/profile-setup$/);

  // Signed out, on a page without the app, so that nothing can store the session again.
  await page.goto('/terms');
  await page.evaluate(() => localStorage.clear());
  await page.goto('/signup');
  await phoneField(page).fill(number);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('alert')).toHaveText('Account already exists. Please sign in instead.');
});
