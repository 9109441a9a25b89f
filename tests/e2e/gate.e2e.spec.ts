import type { Page } from '@playwright/test';
import { post } from './support/film-club.ts';
import { expect, signedInPage, signedUp, test } from './support/fixtures.ts';
import { layoutShifts, watchLayoutShift } from './support/layout-shift.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';

const gate = (page: Page) => page.getByRole('heading', { level: 1, name: 'The App is Here' });
const stores = (page: Page) => page.getByRole('link', { name: /^Download for/ });
const wide = (page: Page, width: number) => page.setViewportSize({ width, height: 900 });

/** The sheet has room for its content, and is not cut off. */
const expectWhole = async (page: Page, width: number) => {
  const main = page.getByRole('main');
  // The sheet may take the place of its skeleton between two looks.
  await expect.poll(async () => (await main.boundingBox())?.width ?? 0, String(width)).toBeGreaterThanOrEqual(200);
  const right = async () => {
    const sheet = await main.boundingBox();
    return sheet === null ? width + 1 : sheet.x + sheet.width;
  };
  await expect.poll(right, String(width)).toBeLessThanOrEqual(width);
};

test('the app is blocked below 750 pixels, on every path and without a reload (PUBLIC-12, PUBLIC-13, PUBLIC-15, PUBLIC-16, LIMIT-20)', async ({
  browser,
  baseURL,
}) => {
  const { page } = await signedInPage(browser, baseURL);
  for (const path of [
    '/dashboard',
    '/dashboard/group/nowhere',
    '/account',
    '/signup',
    '/login',
    '/profile-setup',
    '/',
    '/a/b',
  ]) {
    await wide(page, 749);
    await page.goto(path);
    await expect(gate(page), path).toBeVisible();
  }
  await page.goto('/dashboard');
  for (const [width, shut] of [
    [749, true],
    [750, false],
    [751, false],
    [749, true],
  ] as const) {
    await wide(page, width);
    await expect(gate(page), String(width)).toBeVisible({ visible: shut });
    await expect(page.getByRole('heading', { level: 1, name: 'My Schedule' })).toBeVisible({ visible: !shut });
  }
});

test('people with a mouse can use a narrow window anyway, which the tab remembers (UX-13)', async ({
  browser,
  baseURL,
}) => {
  const { page } = await signedInPage(browser, baseURL);
  await wide(page, 640);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Use Quorum in this window' }).click();
  await expectWhole(page, 640);
  await page.reload();
  await expectWhole(page, 640);
  const other = await page.context().newPage();
  await wide(other, 640);
  await other.goto('/dashboard');
  await expect(gate(other)).toBeVisible();
});

/** The code of an invitation that works. */
const newInvitation = async (baseURL: string): Promise<string> => {
  const owner = await signedUp(baseURL);
  const body = { name: 'Film Club', description: 'We watch films' };
  const { inviteCode } = await post<{ inviteCode: string }>(owner, '/api/groups', body);
  return inviteCode;
};

test('public pages and invitations stay open on narrow windows (PUBLIC-13, PUBLIC-14)', async ({ baseURL, page }) => {
  const code = await newInvitation(baseURL);
  await wide(page, 600);
  for (const path of ['/terms', '/privacy', '/support', '/admin']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible();
    await expect(gate(page), path).toBeHidden();
  }
  // A text message led here.
  await page.goto('/stop-phone-change?token=unknown');
  await expect(page.getByRole('heading', { level: 1, name: 'We couldn’t cancel the change' })).toBeVisible();
  await page.goto(`/${code}`);
  // Signed out, an invitation leads to sign-up, which is closed.
  await expect(page).toHaveURL(/\/signup\?invite=true$/);
  await expect(gate(page)).toBeVisible();
  await page.goto('/abc12');
  await expect(gate(page)).toBeVisible();
});

test('the gate measures the window, not the zoomed page, and shows the whole app when zoomed (UX-02)', async ({
  browser,
  baseURL,
}) => {
  const { page, context } = await signedInPage(browser, baseURL);
  // At 200 %, a window of 1200 pixels is 600 CSS pixels wide.
  await context.addInitScript(() => Object.defineProperty(window, 'outerWidth', { get: () => 1200 }));
  for (const width of [600, 400, 320]) {
    await wide(page, width);
    await page.goto('/dashboard');
    await expect(gate(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'My Schedule' })).toBeAttached();
    await expectWhole(page, width);
    await page.goto('/account');
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeAttached();
    await expectWhole(page, width);
  }
});

for (const [userAgent, own, other] of [
  [IPHONE, 'Download for iOS', 'Download for Android'],
  [ANDROID, 'Download for Android', 'Download for iOS'],
] as const)
  test(`a phone is offered only its own store, which receives its invitations: ${own} (PUBLIC-10)`, async ({
    browser,
    baseURL,
  }) => {
    const code = await newInvitation(baseURL);
    const context = await browser.newContext({ baseURL, userAgent, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    await watchLayoutShift(page);
    for (const path of ['/app-download', '/dashboard', `/${code}`]) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await expect(gate(page)).toBeVisible();
      await expect(stores(page)).toHaveText([own]);
      await expect(page.getByRole('link', { name: other })).toBeHidden();
    }
    await expect(page).toHaveURL(`/app-download?invite=${code}`);
    await page.goto('/app-download', { waitUntil: 'networkidle' });
    expect(await layoutShifts(page)).toEqual([]);
  });
