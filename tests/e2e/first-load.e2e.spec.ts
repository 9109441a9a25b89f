import type { CDPSession, Page } from '@playwright/test';
import { callApi } from './support/api.ts';
import { expect, signedInPage, test } from './support/fixtures.ts';

test.use({ serviceWorkers: 'allow' });

type Sent = { readonly address: string; readonly depth: number };
type Initiator = { readonly type: string; readonly url?: string; readonly stack?: Stack };
type Stack = { readonly callFrames: readonly { readonly url: string }[]; readonly parent?: Stack };
type Request = { readonly method: string; readonly url: string; readonly initiator: Initiator };

/** The scripts that led to a request, including those that awaited something. */
const scriptsOf = (stack: Stack | undefined): string[] =>
  stack === undefined ? [] : [...stack.callFrames.map(({ url }) => url), ...scriptsOf(stack.parent)];

/** Number of requests that had to precede each one, including the page itself. */
const withDepths = (requests: readonly Request[]): readonly Sent[] => {
  const depths = new Map<string, number>();
  return requests.map(({ method, url, initiator }, index) => {
    const before = [initiator.url ?? '', ...scriptsOf(initiator.stack)].map((address) => depths.get(address) ?? 0);
    const depth = index === 0 ? 1 : Math.max(1, ...before) + 1;
    depths.set(url, Math.min(depths.get(url) ?? depth, depth));
    return { address: `${method} ${url}`, depth };
  });
};

/** The page's requests until the network is quiet, as the browser reports them. */
const requestsOf = async (page: Page, path: string): Promise<readonly Sent[]> => {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Page.enable');
  const sent: (Request & { readonly loaderId: string })[] = [];
  let current = '';
  session.on('Network.requestWillBeSent', ({ request: { method, url }, initiator, loaderId }) => {
    // The socket stays open, and browsers request the icon at any time.
    if (/\/socket\.io|\/favicon\.svg$/.test(url)) return;
    sent.push({ method, url, initiator: initiator as Initiator, loaderId });
  });
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId === undefined) current = frame.loaderId;
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await session.detach();
  // The previous page may still send requests while this one loads.
  return withDepths(sent.filter(({ loaderId }) => loaderId === current));
};

const repeated = (sent: readonly Sent[]): string[] => {
  const addresses = sent.map(({ address }) => address);
  return addresses.filter((address, index) => addresses.indexOf(address) !== index);
};

test('the first load requests nothing twice, and nothing that waits for more than two other responses', async ({
  browser,
  baseURL,
  page,
}) => {
  const member = await signedInPage(browser, baseURL);
  for (const [visitor, path] of [
    [page, '/terms'],
    [page, '/signup'],
    [page, '/AB12CD34'],
    [member.page, '/dashboard'],
    [member.page, '/AB12CD34'],
  ] as const) {
    const sent = await requestsOf(visitor, path);
    expect(sent.length, path).toBeGreaterThan(2);
    expect(repeated(sent), path).toEqual([]);
    expect(
      sent.filter(({ depth }) => depth > 3).map(({ address }) => address),
      path,
    ).toEqual([]);
  }
});

for (const path of ['/signup', '/'])
  test(`signing in at ${path} needs at most 92 kB of script, the development outbox included`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('complementary', { name: 'Development outbox' })).toBeVisible();
    const bytes = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.js'))
          .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0),
      );
    await expect.poll(bytes).toBeGreaterThan(50_000);
    await page.waitForLoadState('networkidle');
    expect(await bytes()).toBeLessThanOrEqual(92_000);
  });

/** Milliseconds since the first paint; negative before it. */
declare const sincePainted: () => number;

/** The fonts with which the browser actually drew an element's text. */
const drawnFonts = async (page: Page, selector: string): Promise<readonly string[]> => {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName, isCustomFont }) => (isCustomFont ? familyName : 'a font of the system'));
};

test('a page shows the mark before its scripts have arrived', async ({ browser, baseURL }) => {
  const { page } = await signedInPage(browser, baseURL);
  await page.route(/\/assets\/(?!before-paint)[^/]*\.js$/, () => undefined);
  for (const path of ['/dashboard', '/account', '/admin', '/']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.locator('.waiting .mark'), path).toBeVisible();
  }
});

test('a chat shows bones while its code is loading, and the schedule of a group fetches that code once it is idle', async ({
  browser,
  baseURL,
}) => {
  const { page, account } = await signedInPage(browser, baseURL);
  const data = { name: 'Film Club', description: 'Old films' };
  const { group } = await callApi<{ group: { _id: string } }>(page, account.token, 'POST', '/api/groups', data);
  const chatCode = /\/assets\/chat-view-[^/]*\.js$/;
  const fetched = page.waitForRequest(chatCode);
  await page.goto(`/dashboard/group/${group._id}/schedule`);
  await fetched;
  await page.route(chatCode, () => undefined);
  await page.goto(`/dashboard/group/${group._id}/chat`);
  await expect(page.locator('[aria-busy] .skeleton').first()).toBeVisible();
});

test('a font that missed the first paint appears with the next screen, and not before (UX-01)', async ({
  browser,
  baseURL,
}) => {
  const { page } = await signedInPage(browser, baseURL);
  await page.addInitScript(() => {
    Object.assign(window, {
      sincePainted: () =>
        performance.now() -
        (performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY),
    });
  });
  await page.route('**/*.woff2', async (route) => {
    // Held until the page is painted without it and the browser stops waiting.
    await expect.poll(() => page.evaluate(() => sincePainted())).toBeGreaterThan(500);
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  // Not `fonts.check`, which is true for an undeclared family.
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.fonts].some(({ family, status }) => family.includes('Inter Late') && status === 'loaded'),
      ),
    )
    .toBe(true);
  // The browser reports nothing for an element that the screen replaces meanwhile.
  await expect(async () => {
    expect(await drawnFonts(page, '.sidebar__head h1')).toEqual(['a font of the system']);
  }).toPass();
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page).toHaveURL(/account/);
  await expect(async () => {
    expect(await drawnFonts(page, 'h1')).toEqual([expect.stringContaining('Inter')]);
  }).toPass();
});

test('a part of the app that cannot be fetched is requested once more, and then the page says so', async ({ page }) => {
  await page.route('**/show-app-*.js', (route) => route.abort(), { times: 1 });
  await page.goto('/admin');
  await expect(page.getByLabel('Username')).toBeVisible();
  await page.unrouteAll();
  await page.route('**/show-app-*.js', (route) => route.abort());
  await page.goto('/admin');
  await expect(page.getByText('Quorum didn’t load.')).toBeVisible();
});
