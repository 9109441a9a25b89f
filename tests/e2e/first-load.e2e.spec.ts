import type { CDPSession, Page } from '@playwright/test';
import { expect, signedInPage, test } from './support/fixtures.ts';

type Sent = { readonly address: string; readonly depth: number };
type Initiator = { readonly type: string; readonly url?: string; readonly stack?: Stack };
type Stack = { readonly callFrames: readonly { readonly url: string }[]; readonly parent?: Stack };
type Request = { readonly method: string; readonly url: string; readonly initiator: Initiator };

/** The scripts that led to a request, including those that awaited something on the way. */
const scriptsOf = (stack: Stack | undefined): string[] =>
  stack === undefined ? [] : [...stack.callFrames.map(({ url }) => url), ...scriptsOf(stack.parent)];

/** How many requests had to come before each one. The page itself is the first. */
const withDepths = (requests: readonly Request[]): readonly Sent[] => {
  const depths = new Map<string, number>();
  return requests.map(({ method, url, initiator }, index) => {
    const before = [initiator.url ?? '', ...scriptsOf(initiator.stack)].map((address) => depths.get(address) ?? 0);
    const depth = index === 0 ? 1 : Math.max(1, ...before) + 1;
    depths.set(url, Math.min(depths.get(url) ?? depth, depth));
    return { address: `${method} ${url}`, depth };
  });
};

/** What a page requests until the network is quiet, as the browser reports it. */
const requestsOf = async (page: Page, path: string): Promise<readonly Sent[]> => {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Page.enable');
  const sent: (Request & { readonly loaderId: string })[] = [];
  let current = '';
  session.on('Network.requestWillBeSent', ({ request: { method, url }, initiator, loaderId }) => {
    // The socket stays open, and browsers request the icon whenever they like.
    if (/\/socket\.io|\/favicon\.svg$/.test(url)) return;
    sent.push({ method, url, initiator: initiator as Initiator, loaderId });
  });
  session.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId === undefined) current = frame.loaderId;
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await session.detach();
  // The previous page may still send something while this one is on its way.
  return withDepths(sent.filter(({ loaderId }) => loaderId === current));
};

const repeated = (sent: readonly Sent[]): string[] => {
  const addresses = sent.map(({ address }) => address);
  return addresses.filter((address, index) => addresses.indexOf(address) !== index);
};

test('requests nothing twice, and nothing that waits for more than two other responses', async ({
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
