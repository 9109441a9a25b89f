import type { Browser, Page } from '@playwright/test';
import { type Caller, callApi } from './support/api.ts';
import { expect, ownAddress, signUpByApi, test } from './support/fixtures.ts';
import { ADMIN } from './support/server.ts';
import { passesRules } from './walk/looks.ts';

type Person = Awaited<ReturnType<typeof signUpByApi>>;

const post = <T>(by: Caller, { token }: Person, path: string, data: object): Promise<T> =>
  callApi<T>(by, token, 'POST', path, data);

/** Kit's message in Film Club, which Leo reported. */
const reportedMessage = async (by: Caller, content: string) => {
  const kit = await signUpByApi(by, { firstName: 'Kit', lastName: 'Donnelly' });
  const leo = await signUpByApi(by, { firstName: 'Leo', lastName: 'Marchetti' });
  const created = await post<{ group: { _id: string }; sixDigitCode: string }>(by, leo, '/api/groups', {
    name: 'Film Club',
    description: 'Films',
  });
  await post(by, kit, '/api/groups/join/code', { code: created.sixDigitCode });
  const body = { groupId: created.group._id, content };
  const { message } = await post<{ message: { _id: string } }>(by, kit, '/api/messages/send', body);
  const report = { messageId: message._id, reason: 'harassment', description: 'He keeps doing this' };
  await post(by, leo, '/api/reports', report);
};

const logIn = async (page: Page, password = ADMIN.password): Promise<void> => {
  await page.goto('/admin');
  await page.getByLabel('Username').fill(ADMIN.username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
};

const administrator = async (browser: Browser, baseURL: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: ownAddress() });
  const page = await context.newPage();
  await logIn(page);
  await expect(page.getByRole('heading', { name: 'Pending reports' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  return page;
};

const reports = (page: Page) => page.getByRole('region', { name: 'Pending reports' });
const report = (page: Page) => page.getByRole('region', { name: 'Report', exact: true });
const choose = (page: Page, content: string) => reports(page).getByRole('button', { name: content }).click();

test('the panel opens with the right credentials, for this tab only, and closes by logout (ADMIN-02, ADMIN-03, ADMIN-04, ADMIN-05, ADMIN-06)', async ({
  page,
  context,
}) => {
  await logIn(page, 'wrong');
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials');
  await expect(page.getByRole('tablist')).toHaveCount(0);
  await expect(page.getByLabel('Username')).toHaveValue(ADMIN.username);
  await page.getByLabel('Password').fill(ADMIN.password);
  await page.keyboard.press('Enter');
  const tabs = page.getByRole('tablist', { name: 'Admin sections' });
  await expect(tabs.getByRole('tab')).toHaveText(['Reports Management', 'App Configuration', 'Audit History']);
  await page.reload();
  await expect(tabs).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(ADMIN.password);
  const other = await context.newPage();
  await other.goto('/admin');
  await expect(other.getByRole('button', { name: 'Log in' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
});

test('the tabs of the panel stay in place when another one is chosen', async ({ page }) => {
  await logIn(page);
  const tabs = page.getByRole('tab');
  await expect(tabs).toHaveCount(3);
  const places = () => tabs.evaluateAll((all) => all.map((tab) => tab.getBoundingClientRect().x));
  const before = await places();
  for (const name of ['App Configuration', 'Audit History']) {
    await page.getByRole('tab', { name }).click();
    await expect(page.getByRole('tab', { name, selected: true })).toBeVisible();
    expect(await places()).toEqual(before);
  }
});

test('no page links to the panel (ADMIN-01)', async ({ page }) => {
  const links = page.locator('a[href*="admin"]');
  for (const path of ['/', '/support', '/terms', '/privacy', '/app-download']) {
    await page.goto(path);
    await expect(page.getByRole('link').or(page.getByRole('button')).first()).toBeVisible();
    await expect(links).toHaveCount(0);
  }
});

test('failed loads and actions are explained (ERR-38, ERR-39, ERR-40)', async ({ browser, baseURL, request }) => {
  const content = 'Told with its reason';
  await reportedMessage({ request }, content);
  const admin = await administrator(browser, baseURL);
  const fail = (path: string) =>
    admin.route(path, (route) => route.fulfill({ status: 500, json: { error: 'The disk is full' } }));
  await choose(admin, content);
  await fail('**/api/reports/admin/action');
  await admin.getByRole('button', { name: 'Allow' }).click();
  const question = admin.getByRole('alertdialog', { name: 'Allow this message?' });
  await question.getByRole('button', { name: 'Allow' }).click();
  await expect(question.getByText(/^Failed to process action: the disk is full/i)).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await fail('**/api/config/admin');
  await admin.getByRole('tab', { name: 'App Configuration' }).click();
  await expect(admin.getByText(/^Failed to load app configurations: the disk is full/i)).toBeVisible();
  await fail('**/api/reports/admin/pending*');
  await admin.getByRole('tab', { name: 'Reports Management' }).click();
  await expect(admin.getByText(/^Failed to load reports: the disk is full/i)).toBeVisible();
  // The notice is as tall as its text, not as the panel.
  expect((await admin.getByRole('alert').boundingBox())?.height).toBeLessThan(100);
});

test('two administrators work at once: one decides, the other sees it immediately (ADMIN-10, ADMIN-12, ADMIN-13)', async ({
  browser,
  baseURL,
  request,
}) => {
  const content = 'Find out where you live';
  const one = await administrator(browser, baseURL);
  const two = await administrator(browser, baseURL);
  await reportedMessage({ request }, content);
  // The report appears without a reload.
  await choose(one, content);
  await choose(two, content);
  await expect(report(one).getByText('He keeps doing this')).toBeVisible();
  await two.getByRole('button', { name: 'Ban user' }).click();
  await expect(two.getByRole('alertdialog')).toContainText('deletes all the user’s data and prevents new accounts');

  await one.getByLabel('Admin notes').fill('Looked worse than it was');
  await one.getByRole('button', { name: 'Allow' }).click();
  const question = one.getByRole('alertdialog', { name: 'Allow this message?' });
  await expect(question).toContainText('mark the report as reviewed with no action taken');
  await question.getByRole('button', { name: 'Allow' }).click();
  await expect(one.getByText('Report reviewed. No action was taken.')).toBeVisible();
  await expect(reports(one).getByText(content)).toBeHidden();
  await expect(reports(two).getByText(content)).toBeHidden();
});

test('a chosen report below the list is scrolled into view at 200 % zoom (UX-01)', async ({
  browser,
  baseURL,
  request,
}) => {
  for (const content of ['First', 'Second', 'Third']) await reportedMessage({ request }, `${content} of three`);
  const admin = await administrator(browser, baseURL);
  await admin.setViewportSize({ width: 720, height: 450 });
  await choose(admin, 'Second of three');
  await expect(report(admin).getByRole('heading', { name: 'Reported message' })).toBeInViewport();
});

test('a removed message leaves the queue, and its history is one click away (ADMIN-11, AUDIT-02, AUDIT-03)', async ({
  browser,
  baseURL,
  request,
}) => {
  await reportedMessage({ request }, 'Wire the deposit');
  const admin = await administrator(browser, baseURL);
  await choose(admin, 'Wire the deposit');
  await expect(report(admin).getByText('Wire the deposit')).toBeVisible();
  await admin.getByLabel('Admin notes').fill('Known account number');
  await admin.getByRole('button', { name: 'Remove message' }).click();
  const question = admin.getByRole('alertdialog', { name: 'Remove this message?' });
  await expect(question).toContainText('permanently deleted');
  await question.getByRole('button', { name: 'Remove message' }).click();
  await expect(admin.getByText('Report reviewed. The message was removed.')).toBeVisible();
  // The next report, or the end of the queue.
  await expect(report(admin).getByText('Wire the deposit')).toHaveCount(0);

  await reportedMessage({ request }, 'And once more');
  await choose(admin, 'And once more');
  await report(admin).getByRole('button', { name: 'History of Kit Donnelly' }).click();
  await expect(admin.getByRole('tab', { name: 'Audit History', selected: true })).toBeVisible();
  const lines = admin.getByRole('region', { name: 'Audit history' });
  await expect(lines.getByRole('button', { name: /Leo Marchetti reported a message/ })).toHaveCount(1);
  await lines.getByRole('button', { name: 'User, Kit Donnelly, clear' }).click();
  await lines
    .getByRole('button', { name: /^Remove message on a message by Kit Donnelly/ })
    .first()
    .click();
  const chain = admin.getByRole('region', { name: 'Chain' });
  await expect(chain.getByText('Known account number')).toBeVisible();
  await expect(chain.getByText('Message removed')).toBeVisible();
  await expect(chain.getByText('Leo Marchetti reported a message')).toBeVisible();
  await expect(chain.getByText('Hash chain verified')).toBeVisible();
  await chain.getByRole('button', { name: /^Message removed/ }).click();
  const state = admin.getByRole('complementary', { name: 'State at a time' });
  await expect(state.getByText('Changed by this event')).toBeVisible();
  await expect(state.getByRole('deletion').filter({ hasText: 'posted' })).toBeVisible();
  await state.getByRole('button', { name: 'Earlier revision' }).click();
  await expect(state.getByText('Revision 0 of')).toBeVisible();
  await lines.getByRole('button', { name: 'User', exact: true }).click();
  await admin.getByLabel('Name begins with').fill('donn');
  await admin.getByRole('option', { name: 'Kit Donnelly', exact: true }).first().click();
  await expect(lines.getByRole('button', { name: 'User, Kit Donnelly, clear' })).toBeVisible();
});

test('the configuration is edited in place, keeps refused input, and updates live (ADMIN-15, ERR-41)', async ({
  browser,
  baseURL,
}) => {
  const one = await administrator(browser, baseURL);
  const two = await administrator(browser, baseURL);
  for (const page of [one, two]) await page.getByRole('tab', { name: 'App Configuration' }).click();
  await one.getByRole('button', { name: 'Edit ios_app_store_url' }).click();
  const field = one.getByRole('textbox', { name: 'ios_app_store_url' });
  await field.fill('apps.apple/quorum');
  await one.getByRole('button', { name: 'Save' }).click();
  await expect(one.getByRole('alert')).toHaveText(
    'Failed to update configuration: enter an address that begins with https://',
  );
  await expect(field).toHaveValue('apps.apple/quorum');
  const address = 'https://apps.apple.com/us/app/quorum/id6448100000';
  await field.fill(address);
  await one.keyboard.press('Enter');
  await expect(one.getByText('Configuration updated successfully')).toBeVisible();
  await expect(two.getByText(address)).toBeVisible();
});

test('the panel passes the accessibility check in both themes (UX-01)', async ({ browser, baseURL, page, request }) => {
  const content = 'Cheap followers';
  await reportedMessage({ request }, content);
  await page.goto('/admin');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await passesRules(page, 'the login');
  const admin = await administrator(browser, baseURL);
  await choose(admin, content);
  await expect(report(admin).getByText(content)).toBeVisible();
  await passesRules(admin, 'a report');
  await admin.getByRole('tab', { name: 'App Configuration' }).click();
  await expect(admin.getByRole('heading', { name: 'ios_app_store_url' })).toBeVisible();
  await passesRules(admin, 'the configuration');
  await admin.getByRole('tab', { name: 'Audit History' }).click();
  await admin
    .getByRole('button', { name: /Leo Marchetti reported a message/ })
    .first()
    .click();
  await expect(admin.getByRole('list', { name: 'What caused what' })).toBeVisible();
  await passesRules(admin, 'the audit history');
});

test('the audit history survives a reload, and stays under the pointer while a look at a line adds lines above (SAFE-19)', async ({
  browser,
  baseURL,
  request,
}) => {
  for (let more = 0; more < 6; more++) await signUpByApi({ request });
  const admin = await administrator(browser, baseURL);
  await admin.getByRole('tab', { name: 'Audit History' }).click();
  await admin.reload();
  await expect(admin.getByRole('tab', { name: 'Audit History', selected: true })).toBeVisible();
  const lines = admin.getByRole('region', { name: 'Audit history' }).locator('.audit-line');
  const chosen = admin.locator('.audit-line[aria-current="true"]');
  await lines.nth(3).click();
  const before = await chosen.boundingBox();
  const added = admin.getByRole('region', { name: 'Audit history' }).getByText('looked at a line of the audit history');
  await expect(added.first()).toBeAttached();
  await expect.poll(async () => (await chosen.boundingBox())?.y).toBe(before?.y);
  await admin.goBack();
  await expect(admin.getByRole('tab', { name: 'Reports Management', selected: true })).toBeVisible();
});
