import { post, type Someone } from './support/film-club.ts';
import { expect, ownAddress, signedInPage, signedUp, test } from './support/fixtures.ts';

type Created = { readonly group: { readonly _id: string }; readonly inviteCode: string; readonly sixDigitCode: string };

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148';

const newGroup = (owner: Someone): Promise<Created> =>
  post(owner, '/api/groups', { name: 'Bayview Running Club', description: 'Easy miles on Tuesdays' });

test('a link shows the group, and joining opens it in both browsers (JOIN-13, JOIN-20, JOIN-22)', async ({
  browser,
  baseURL,
}) => {
  const owner = await signedInPage(browser, baseURL, { firstName: 'Leo', lastName: 'Marchetti' });
  const { group, inviteCode } = await newGroup(owner);
  await owner.page.goto(`/dashboard/group/${group._id}`);
  const guest = await signedInPage(browser, baseURL, { firstName: 'Maya', lastName: 'Okafor' });
  await guest.page.goto(`/${inviteCode}`);
  await expect(guest.page.getByText('Join this group?')).toBeVisible();
  await expect(guest.page.getByText('1 member')).toBeVisible();
  await expect(guest.page.getByText('Created by Leo Marchetti')).toBeVisible();
  await guest.page.getByRole('button', { name: 'Join Group' }).click();
  await expect(guest.page).toHaveURL(new RegExp(`/dashboard/group/${group._id}$`));
  await expect(owner.page.getByRole('listitem').filter({ hasText: 'Maya Okafor' })).toBeVisible();

  // The same link now leads straight to the group.
  await guest.page.goto(`/${inviteCode}`);
  await expect(guest.page).toHaveURL(new RegExp(`/dashboard/group/${group._id}$`));
});

test('a visitor sees the invitation beside sign-up, and is then asked to join, once (JOIN-15, JOIN-25)', async ({
  browser,
  baseURL,
}) => {
  const owner = await signedUp(baseURL, { firstName: 'Leo', lastName: 'Marchetti' });
  const { group, inviteCode } = await newGroup(owner);
  const guest = await signedUp(baseURL, { firstName: 'Maya', lastName: 'Okafor' });
  const visitor = await (await browser.newContext({ baseURL, extraHTTPHeaders: ownAddress() })).newPage();
  await visitor.goto(`/${inviteCode}`);
  await expect(visitor).toHaveURL(/\/signup\?invite=true$/);
  const invitation = visitor.getByRole('region', { name: 'Your invitation' });
  await expect(invitation).toContainText('Bayview Running Club');
  await expect(invitation).toContainText('Created by Leo Marchetti');

  // The storage after signing in; its screens have their own tests.
  await visitor.evaluate(
    ([token, user]) => {
      localStorage.setItem('auth_token', token ?? '');
      localStorage.setItem('auth_user', user ?? '');
    },
    [guest.account.token, JSON.stringify(guest.account.user)],
  );
  await visitor.goto('/login');
  await expect(visitor.getByText('Join this group?')).toBeVisible();
  await visitor.getByRole('button', { name: 'Join Group' }).click();
  await expect(visitor).toHaveURL(new RegExp(`/dashboard/group/${group._id}$`));
  await visitor.goto('/login');
  await expect(visitor).toHaveURL(/\/dashboard$/);
});

test('a phone shows who invites to which group, and the link to open on a computer, also after a reload (JOIN-14)', async ({
  browser,
  baseURL,
}) => {
  const owner = await signedUp(baseURL, { firstName: 'Leo', lastName: 'Marchetti' });
  const { inviteCode } = await newGroup(owner);
  const phone = await (
    await browser.newContext({
      baseURL,
      userAgent: IPHONE,
      viewport: { width: 390, height: 844 },
      extraHTTPHeaders: ownAddress(),
    })
  ).newPage();
  await phone.goto(`/${inviteCode}`);
  for (const comesFrom of ['link', 'reload']) {
    await expect(phone).toHaveURL(new RegExp(`/app-download\\?invite=${inviteCode}$`));
    await expect(phone.getByRole('heading', { name: 'The App is Here' })).toBeVisible();
    await expect(phone.getByRole('link', { name: /^Download for/ })).toHaveText(['Download for iOS']);
    const invitation = phone.getByRole('region', { name: 'Your invitation' });
    await expect(invitation, comesFrom).toContainText('Bayview Running Club');
    await expect(invitation, comesFrom).toContainText('Created by Leo Marchetti');
    await expect(phone.getByText(`${new URL(phone.url()).host}/${inviteCode}`)).toBeVisible();
    await expect(phone.getByRole('button', { name: 'Copy' })).toBeVisible();
    await phone.reload();
  }
});

test('a narrow window keeps the invitation until it is wide enough (PUBLIC-16)', async ({ browser, baseURL }) => {
  const owner = await signedUp(baseURL);
  const { inviteCode } = await newGroup(owner);
  const visitor = await (await browser.newContext({ baseURL, extraHTTPHeaders: ownAddress() })).newPage();
  await visitor.setViewportSize({ width: 600, height: 800 });
  await visitor.goto(`/${inviteCode}`);
  const invitation = visitor.getByRole('region', { name: 'Your invitation' });
  await expect(visitor.getByRole('heading', { name: 'The App is Here' })).toBeVisible();
  await expect(invitation).toContainText('Bayview Running Club');
  await visitor.setViewportSize({ width: 1200, height: 800 });
  await expect(visitor.getByLabel('Phone number')).toBeVisible();
  await expect(invitation).toContainText('Bayview Running Club');
});

test('the dialog accepts a code with spaces and a link with a query (JOIN-03, JOIN-04, JOIN-12)', async ({
  browser,
  baseURL,
}) => {
  const owner = await signedUp(baseURL, { firstName: 'Leo', lastName: 'Marchetti' });
  const { group, inviteCode, sixDigitCode } = await newGroup(owner);
  const { page } = await signedInPage(browser, baseURL);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Add group' }).click();
  await page.getByRole('button', { name: /^Join a Group/ }).click();
  const entry = page.getByRole('textbox', { name: 'Invitation code or link' });
  await entry.fill(` ${sixDigitCode.slice(0, 3)} ${sixDigitCode.slice(3)} `);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Group preview' })).toContainText('Bayview Running Club');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(entry).toBeFocused();
  await entry.fill(`https://quorum.example/${inviteCode.toLowerCase()}/?from=mail#top`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Created by Leo Marchetti')).toBeVisible();
  await page.getByRole('button', { name: 'Join Group' }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/group/${group._id}$`));
  await expect(page.getByRole('link', { name: 'Bayview Running Club' })).toHaveAttribute('aria-current', 'page');
});
