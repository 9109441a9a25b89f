import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
  request,
} from '@playwright/test';
import { type Caller, callApi, callInTurn } from './api.ts';
import { type ServerProcess, serverProcess } from './server.ts';

type TestFixtures = { baseURL: string; extraHTTPHeaders: Record<string, string>; emptyBrowser: undefined };
type WorkerFixtures = { server: ServerProcess };

/** Browser tests on one server per worker; each test creates its own people. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the destructuring pattern, even an empty one.
  extraHTTPHeaders: async ({}, use) => use(ownAddress()),
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires the destructuring pattern, even an empty one.
    async ({}, use) => {
      const server = await serverProcess();
      await server.start();
      await use(server);
      await server.remove();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.origin),
  // Pages left open by a test would keep working during the next ones.
  emptyBrowser: [
    async ({ browser }, use) => {
      await use(undefined);
      const contexts = browser.contexts();
      // A held request fails with its page, which is not a failure of the test.
      const pages = contexts.flatMap((context) => context.pages());
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await Promise.all(contexts.map((context) => context.close()));
    },
    { auto: true },
  ],
});

export { expect };

let lastAddress = 0;
/** The header of a browser with its own loopback address, so that limits per address apply to it alone. */
export const ownAddress = (): Record<string, string> => {
  lastAddress += 1;
  return { 'x-forwarded-for': `127.1.${Math.floor(lastAddress / 250)}.${(lastAddress % 250) + 1}` };
};

let lastNumber = 0;
/** Ten digits that no other test of this server uses. */
export const freshNumber = (): string => {
  lastNumber += 1;
  return `628${String(lastNumber).padStart(7, '0')}`;
};

/** The phone field of the app, not of the inert prerendered page. */
export const phoneField = (page: Page): Locator => page.getByLabel('Phone number').and(page.locator(':not([inert] *)'));

export const lastCode = async (by: Caller, number: string): Promise<string> => {
  const response = await by.request.get(`/api/dev/sms?phoneNumber=${encodeURIComponent(`+1${number}`)}`);
  const { messages } = (await response.json()) as { messages: { body: string }[] };
  const code = /\b(\d{6})\b/.exec(messages[0]?.body ?? '')?.[1];
  if (code === undefined) throw new Error(`No code was sent to ${number}`);
  return code;
};

type Account = { readonly token: string; readonly user: { readonly _id: string; readonly phoneNumber: string } };
type Who = { readonly firstName?: string; readonly lastName?: string; readonly complete?: boolean };

/** Signs a person up through the API, for tests of later steps. */
export const signUpByApi = async (
  by: Caller,
  { firstName = 'Robin', lastName = 'Vale', complete = true }: Who = {},
): Promise<Account> => {
  const number = freshNumber();
  const post = <T>(path: string, data: object) => callApi<T>(by, undefined, 'POST', path, data);
  await post('/api/auth/signup', { phoneNumber: `+1${number}` });
  const verificationCode = await lastCode(by, number);
  const account = await post<Account>('/api/auth/verify-signup', { phoneNumber: `+1${number}`, verificationCode });
  if (!complete) return account;
  const { user } = await callInTurn<Account>(by, account.token, [
    ['POST', '/api/auth/update-email', { email: `${number}@example.org` }],
    ['POST', '/api/auth/update-name', { firstName, lastName }],
    ['POST', '/api/auth/complete-profile', {}],
  ]);
  return { token: account.token, user };
};

/** A person without a browser: a window that nobody looks at would take more time than all their calls. */
export const signedUp = async (origin: string, who: Who = {}): Promise<Caller & { readonly account: Account }> => {
  const calls = { request: await request.newContext({ baseURL: origin, extraHTTPHeaders: ownAddress() }) };
  return { ...calls, account: await signUpByApi(calls, who) };
};

/** A separate browser with a person signed in. */
export const signedInPage = async (
  browser: Browser,
  origin: string,
  who: Who = {},
): Promise<{ page: Page; context: BrowserContext; request: APIRequestContext; account: Account }> => {
  const context = await browser.newContext({ baseURL: origin, extraHTTPHeaders: ownAddress() });
  const page = await context.newPage();
  const account = await signUpByApi(page, who);
  await remember(context, account);
  return { page, context, request: page.request, account };
};

/** Another browser of the same person. */
export const sameAccount = async (
  browser: Browser,
  origin: string,
  { account }: { readonly account: Account },
  options: BrowserContextOptions = {},
) => {
  const context = await browser.newContext({ baseURL: origin, extraHTTPHeaders: ownAddress(), ...options });
  await remember(context, account);
  const page = await context.newPage();
  return { page, context, request: page.request, account };
};

/** Signs its pages in, until they sign out. */
const remember = (context: BrowserContext, account: Account) =>
  context.addInitScript(
    ([token, user]) => {
      if (localStorage.getItem('auth_token') !== null || sessionStorage.getItem('was-signed-in') !== null) return;
      sessionStorage.setItem('was-signed-in', 'true');
      localStorage.setItem('auth_token', token ?? '');
      localStorage.setItem('auth_user', user ?? '');
    },
    [account.token, JSON.stringify(account.user)],
  );
