import type { Page } from '@playwright/test';
import { expect, signedInPage, test } from './support/fixtures.ts';
import { violations } from './walk/looks.ts';

const PAGES = [
  { path: '/terms', title: 'Terms of Service · Quorum', heading: 'Terms of Service' },
  { path: '/privacy', title: 'Privacy Policy · Quorum', heading: 'Privacy Policy' },
  { path: '/support', title: 'Support · Quorum', heading: 'How can we help?' },
  { path: '/app-download', title: 'Get the app · Quorum', heading: 'The App is Here' },
];

const opens = async (page: Page, { path, title, heading }: (typeof PAGES)[number]) => {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page).toHaveTitle(title);
  expect(new URL(page.url()).pathname).toBe(path);
};

test('the public pages are shown to visitors and to members (ROUTE-01)', async ({ page, browser, baseURL }) => {
  for (const name of PAGES) await opens(page, name);
  await expect(page.getByRole('link', { name: 'Download for iOS' })).toBeVisible();
  const member = await signedInPage(browser, baseURL);
  const newcomer = await signedInPage(browser, baseURL, { complete: false });
  for (const who of [member, newcomer]) for (const name of PAGES) await opens(who.page, name);
  await member.page.goto('/support');
  await member.page.getByRole('link', { name: 'Open app' }).click();
  await expect(member.page).toHaveURL(/\/dashboard$/);
});

test('the public pages are served prerendered, with title and description, without the app', async ({
  page,
  browser,
  baseURL,
}) => {
  const described = new Set<string>();
  for (const { path, title } of PAGES) {
    const scripts: string[] = [];
    page.removeAllListeners('response');
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.url());
    });
    await page.goto(path, { waitUntil: 'networkidle' });
    const html = await (await page.request.get(path)).text();
    expect(html).toContain(`<title>${title}</title>`);
    described.add(/name="description" content="([^"]+)"/.exec(html)?.[1] ?? '');
    const app = await (await page.request.get('/')).text();
    const appScripts = [...app.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, address = '']) => address);
    const shared = scripts.filter((script) => appScripts.some((address) => script.endsWith(address)));
    expect(shared.filter((script) => /index-/.test(script))).toEqual([]);
    expect(scripts.length).toBeLessThan(6);
  }
  expect(described.size).toBe(PAGES.length);

  const context = await browser.newContext({ baseURL, javaScriptEnabled: false });
  const plain = await context.newPage();
  await plain.goto('/support');
  await plain.getByText('Is Quorum free?').click();
  await expect(plain.getByText('The app is free, for you and for everyone in your groups.')).toBeVisible();
});

test('twenty questions open and close by pointer and keyboard, and each has a link (PUBLIC-03)', async ({ page }) => {
  await page.goto('/support');
  const questions = page.locator('summary');
  await expect(questions).toHaveCount(20);
  for (const question of await questions.all()) {
    const answer = question.locator('xpath=following-sibling::*');
    await expect(answer).toBeHidden();
    await question.click();
    await expect(answer).toBeVisible();
    await question.press('Enter');
    await expect(answer).toBeHidden();
  }
  await page.getByText('Can I add a video meeting?').click();
  await expect(page).toHaveURL(/#video-meeting$/);
  await page.goto('about:blank');
  await page.goto('/support#time-zones');
  await expect(page.getByText('An event keeps the time zone of whoever created it')).toBeVisible();
  await expect(page.getByText('Is Quorum free?')).not.toBeInViewport();
});

test('sections are reached by keyboard, and the one being read is marked', async ({ page }) => {
  await page.goto('/privacy');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  const contents = page.getByRole('navigation', { name: 'On this page' });
  await contents.getByRole('link', { name: 'Your data' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeInViewport();
  await expect(contents.getByRole('link', { name: 'Your data' })).toHaveAttribute('aria-current', 'true');
});

test('the public pages fit at 200 % and at 320 pixels, with forced colors and more contrast (UX-01)', async ({
  page,
}) => {
  for (const { path } of PAGES)
    for (const width of [640, 320]) {
      await page.setViewportSize({ width, height: 450 });
      await page.emulateMedia({ forcedColors: width === 320 ? 'none' : 'active', contrast: 'more' });
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      await expect.poll(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0);
      if (width === 320) await expect.poll(() => violations(page), path).toEqual([]);
    }
});

test('the legal pages print without screen-only elements', async ({ page }) => {
  await page.goto('/terms');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'What is not allowed' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.goto('/support');
  await expect(page.getByText('You’ll then see both events side by side.')).toBeVisible();
});
