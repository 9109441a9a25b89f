import type { CDPSession, Page } from '@playwright/test';
import { expect, signedInPage, test } from './support/fixtures.ts';

type Sent = { readonly address: string; readonly depth: number };
type Initiator = { readonly type: string; readonly url?: string; readonly stack?: Stack };
type Stack = { readonly callFrames: readonly { readonly url: string }[]; readonly parent?: Stack };

/** The scripts that led to a request, those of awaited calls too. */
const scriptsOf = (stack: Stack | undefined): string[] =>
  stack === undefined ? [] : [...stack.callFrames.map(({ url }) => url), ...scriptsOf(stack.parent)];

/** What a page asks for, as the browser tells it, and how many requests had to come before: the page itself is the first. */
const requestsOf = async (page: Page, path: string): Promise<readonly Sent[]> => {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const sent: Sent[] = [];
  const depths = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ request, initiator }) => {
    // The socket stays open, and for the icon browsers ask as they like.
    if (/\/socket\.io|\/favicon\.svg$/.test(request.url)) return;
    const { type, url, stack } = initiator as Initiator;
    const before = [url ?? '', ...scriptsOf(stack)].map((address) => depths.get(address) ?? 0);
    const depth = type === 'other' && sent.length === 0 ? 1 : Math.max(1, ...before) + 1;
    depths.set(request.url, Math.min(depths.get(request.url) ?? depth, depth));
    sent.push({ address: `${request.method} ${request.url}`, depth });
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await session.detach();
  return sent;
};

const repeated = (sent: readonly Sent[]): string[] => {
  const addresses = sent.map(({ address }) => address);
  return addresses.filter((address, index) => addresses.indexOf(address) !== index);
};

test('asks for nothing twice, and for nothing behind more than two other answers', async ({
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
