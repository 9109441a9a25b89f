import type { Page } from '@playwright/test';
import { expect, freshNumber, lastCode, phoneField, signedInPage, test } from './support/fixtures.ts';

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

test('the six boxes work by keyboard, paste and autofill (AUTH-13, AUTH-14, AUTH-15, AUTH-16, AUTH-17)', async ({
  page,
}) => {
  // Six digits are submitted at once, and stay in the boxes if the server fails.
  await page.route('**/api/auth/verify-signup', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto('/signup');
  await sendCode(page, freshNumber());
  const confirm = page.getByRole('button', { name: 'Confirm' });
  await expect(box(page, 1)).toBeFocused();
  await expect(box(page, 1)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(page.getByRole('group', { name: '6-digit code' })).toBeVisible();

  await page.keyboard.type('1a2');
  await expectValues(page, '1|2||||');
  await expect(box(page, 3)).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(box(page, 2)).toBeFocused();
  await expectValues(page, '1|||||');
  await page.keyboard.press('ArrowLeft');
  await expect(box(page, 1)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(box(page, 2)).toBeFocused();
  await page.keyboard.type('3456');
  await expect(confirm).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please enter all 6 digits');

  await box(page, 4).evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', ' 98 76-54 ');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expectValues(page, '9|8|7|6|5|4');
  await expect(confirm).toBeEnabled();

  // The browser's own suggestion writes the whole code into the first box.
  await box(page, 1).fill('135790');
  await expectValues(page, '1|3|5|7|9|0');
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

test('a pending invitation comes before the dashboard (AUTH-27, AUTH-29)', async ({ page }) => {
  const number = freshNumber();
  await page.goto('/signup');
  await page.evaluate(() => localStorage.setItem('pending_invite_code', 'abc123xyz'));
  await sendCode(page, number);
  await page.getByRole('button', { name: 'Use code' }).click();
  // AUTH-28: not before the profile is complete.
  await expect(page).toHaveURL(/\/profile-setup$/);
  await expect.poll(() => stored(page, 'pending_invite_code')).toBe('abc123xyz');
  await page.getByLabel('Email').fill('robin@example.org');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('First name').fill('Robin');
  await page.getByLabel('Last name').fill('Vale');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await expect(page).toHaveURL(/\/abc123xyz$/);
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

test('an expired stored session is cleared (AUTH-30, AUTH-31)', async ({ browser, server }) => {
  const { page, account, context } = await signedInPage(browser, server.origin);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'My Schedule' })).toBeVisible();
  // Expired while no page was open that could notice.
  await page.goto('about:blank');
  await page.request.post('/api/auth/logout', { headers: { authorization: `Bearer ${account.token}` } });
  await page.goto('/account');
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => stored(page, 'auth_token')).toBeNull();
  await expect.poll(() => stored(page, 'auth_user')).toBeNull();
  await context.close();
});

test('sign-in links to the legal pages (AUTH-08)', async ({ page }) => {
  await page.goto('/signup');
  for (const name of ['Terms', 'Privacy', 'Support'])
    await expect(page.getByRole('contentinfo').getByRole('link', { name })).toHaveAttribute('target', '_blank');
});
