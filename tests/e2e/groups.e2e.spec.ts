import type { Page } from '@playwright/test';
import { callApi } from './support/api.ts';
import { expect, signedInPage, test } from './support/fixtures.ts';

type Group = { readonly _id: string; readonly name: string };
type Created = { readonly group: Group; readonly inviteCode: string; readonly sixDigitCode: string };

const newGroup = (page: Page, token: string, name: string): Promise<Created> =>
  callApi(page, token, 'POST', '/api/groups', { name, description: `About ${name}` });

const rail = (page: Page) => page.getByRole('navigation', { name: 'Groups' });
const groupPath = ({ _id }: Group): string => `/dashboard/group/${_id}`;

test('a group is created in four steps and opens behind its invitation (GROUP-11, GROUP-12, GROUP-16, GROUP-18)', async ({
  browser,
  baseURL,
}) => {
  const { page, account } = await signedInPage(browser, baseURL, { firstName: 'Maya', lastName: 'Okafor' });
  await newGroup(page, account.token, 'Film Club');
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Add group' }).click();
  await page.getByRole('button', { name: /^Create a Group/ }).click();
  const preview = page.getByRole('complementary', { name: 'Preview' });
  // Relative to the card, since the dialog may still be moving.
  const placeOfCreator = () =>
    preview.getByText('Created by Maya Okafor').evaluate((line) => (line as HTMLElement).offsetTop);
  const place = await placeOfCreator();
  await page.getByRole('textbox', { name: 'Group name' }).fill('Lakeside Weekend');
  await expect(preview).toContainText('Lakeside Weekend');
  await expect.poll(placeOfCreator).toBe(place);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Description' }).fill('Three nights at the lake');
  await expect(preview).toContainText('Three nights at the lake');
  await expect(preview).toContainText('Created by Maya Okafor');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Create Group', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Group Created!' })).toBeVisible();
  await expect(page.getByText('Invitation code')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/group\//);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Add group' })).toBeFocused();
  await expect(rail(page).getByRole('link')).toHaveText([/^$/, /^$/, 'LW', 'FC', 'M']);
});

test('pins and colors are chosen by keyboard, survive a reload and reach the other window (SHELL-04, SHELL-14)', async ({
  browser,
  baseURL,
}) => {
  const { page, context, account } = await signedInPage(browser, baseURL);
  for (const name of ['Film Club', 'Cousins']) await newGroup(page, account.token, name);
  await page.goto('/dashboard');
  const other = await context.newPage();
  await other.goto('/dashboard');
  const tiles = (where: Page) => rail(where).getByRole('link', { name: /Film Club|Cousins/ });
  await expect(tiles(page)).toHaveText(['C', 'FC']);
  const options = page.getByRole('group', { name: 'Film Club options' });
  await tiles(page).nth(1).focus();
  await expect(options).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(tiles(page)).toHaveText(['FC', 'C']);
  await expect(tiles(other)).toHaveText(['FC', 'C']);
  await expect(options.getByRole('button', { name: 'Unpin Film Club' })).toBeFocused();

  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab');
  await expect(tiles(page).last()).toBeFocused();
  await tiles(page).first().focus();
  await expect(options).toBeVisible();
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const picker = page.getByRole('dialog', { name: 'Choose Color for Film Club' });
  await picker.getByRole('radio', { name: 'Green' }).click();
  await expect(picker.getByRole('radio', { name: 'Green' })).toBeChecked();
  await page.keyboard.press('Escape');
  const scope = (where: Page) => rail(where).getByRole('listitem').filter({ hasText: 'FC' });
  await expect(scope(other)).toHaveAttribute('data-accent', 'green');
  await page.reload();
  await expect(tiles(page)).toHaveText(['FC', 'C']);
  await expect(scope(page)).toHaveAttribute('data-accent', 'green');
});

test('pinned groups that do not fit are indicated (SHELL-09, SHELL-10)', async ({ browser, baseURL }) => {
  const { page, account } = await signedInPage(browser, baseURL);
  for (let number = 1; number <= 16; number++) {
    const { group } = await newGroup(page, account.token, `Film Club ${number}`);
    const pin = { groupId: group._id, isPinned: true };
    await callApi(page, account.token, 'POST', '/api/auth/group-pin-preferences', pin);
  }
  await newGroup(page, account.token, 'Cousins');
  await page.goto('/dashboard');
  const pins = page.getByRole('list', { name: 'Pinned groups' });
  await expect(pins.getByRole('link')).toHaveCount(16);
  const box = page.locator('.scroll-shadow').filter({ has: pins });
  const below = box.locator('.scroll-shadow__hint--bottom');
  const above = box.locator('.scroll-shadow__hint--top');
  await expect(below).toHaveCSS('opacity', '1');
  await expect(above).toHaveCSS('opacity', '0');
  await pins.getByRole('link').last().scrollIntoViewIfNeeded();
  await expect(above).toHaveCSS('opacity', '1');
  await expect(below).toHaveCSS('opacity', '0');
  // The list below them still has space.
  await expect(rail(page).getByRole('link', { name: 'Cousins' })).toBeInViewport();
});

test('a deleted group and an unknown one lead to My Schedule (ROUTE-16, ROUTE-17, GROUP-40)', async ({
  browser,
  baseURL,
}) => {
  const { page, account } = await signedInPage(browser, baseURL);
  const { group } = await newGroup(page, account.token, 'Film Club');
  await page.goto('/dashboard/group/00000000-0000-4000-8000-000000000000');
  await expect(page.getByText('That group doesn’t exist, or you’re not in it')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('complementary', { name: 'My Schedule' })).toBeVisible();
  await page.goto(groupPath(group));
  await page.getByRole('button', { name: 'Group settings' }).click();
  await page.getByRole('button', { name: 'Delete Group' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Group' });
  await question.getByRole('textbox').fill('film club');
  await expect(question.getByRole('button', { name: 'Delete Group' })).toBeDisabled();
  await question.getByRole('textbox').press('Enter');
  await expect(question.getByText('Group name does not match')).toBeVisible();
  await question.getByRole('textbox').fill('Film Club');
  await question.getByRole('button', { name: 'Delete Group' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(rail(page).getByRole('link', { name: 'Film Club' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

/** Counts from now on how often the page changes to one without a sheet. */
const noteEmptyMoments = (page: Page) =>
  page.evaluate(() => {
    Object.assign(window, { emptyMoments: 0 });
    new MutationObserver(() => {
      if (document.querySelector('main') === null) (window as unknown as { emptyMoments: number }).emptyMoments += 1;
    }).observe(document.body, { childList: true, subtree: true });
  });
const emptyMoments = (page: Page) => page.evaluate(() => (window as unknown as { emptyMoments: number }).emptyMoments);

test("the owner's changes reach a member at once, including removal (SHELL-12, SHELL-13, PERM-12)", async ({
  browser,
  baseURL,
}) => {
  const owner = await signedInPage(browser, baseURL, { firstName: 'Maya', lastName: 'Okafor' });
  const member = await signedInPage(browser, baseURL, { firstName: 'Tom', lastName: 'Lindqvist' });
  const { group, sixDigitCode, inviteCode } = await newGroup(owner.page, owner.account.token, 'Film Club');
  await owner.page.goto(groupPath(group));
  await expect(owner.page.getByText('Members1')).toBeVisible();
  await callApi(member.page, member.account.token, 'POST', '/api/groups/join/code', { code: sixDigitCode });
  await expect(owner.page.getByRole('listitem').filter({ hasText: 'Tom Lindqvist' })).toBeVisible();

  const { page } = member;
  await page.goto(groupPath(group));
  await page.getByRole('button', { name: 'Group settings' }).click();
  const menu = page.getByRole('dialog', { name: 'Group Menu' });
  await expect(menu.getByRole('button', { name: 'Leave Group' })).toBeVisible();
  await expect(menu.getByText('Invite', { exact: true })).toHaveCount(0);
  expect(await page.content()).not.toContain(inviteCode);

  await owner.page.getByRole('button', { name: 'Group settings' }).click();
  await owner.page.getByRole('textbox', { name: 'Group name' }).fill('Film Club Noir');
  await owner.page.getByRole('switch', { name: 'Invite members' }).click();
  await owner.page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('heading', { name: 'Film Club Noir', includeHidden: true })).toBeAttached();
  await expect(menu.getByText(inviteCode)).toBeVisible();

  await owner.page.getByRole('button', { name: 'Close' }).click();
  await owner.page.getByRole('button', { name: 'View all members' }).click();
  await owner.page.getByRole('button', { name: 'Actions for Tom Lindqvist' }).click();
  await owner.page.getByRole('menuitem', { name: 'Remove Member' }).click();
  await noteEmptyMoments(page);
  await owner.page.getByRole('button', { name: 'Remove', exact: true }).click();
  // First the part that is shown for only a few seconds.
  await expect(page.getByText('You were removed from Film Club Noir')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('complementary', { name: 'My Schedule' })).toBeVisible();
  expect(await emptyMoments(page), 'the sheet gives way to My Schedule at once').toBe(0);
  await expect(owner.page.getByRole('dialog', { name: 'Members (1)' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(rail(page).getByRole('link', { name: /Film Club/ })).toHaveCount(0);
});

test('a removed member stays out until let back in, and the open invitation changes (SAFE-10)', async ({
  browser,
  baseURL,
}) => {
  const owner = await signedInPage(browser, baseURL, { firstName: 'Maya', lastName: 'Okafor' });
  const member = await signedInPage(browser, baseURL, { firstName: 'Tom', lastName: 'Lindqvist' });
  const admin = await signedInPage(browser, baseURL, { firstName: 'Priya', lastName: 'Raman' });
  const { group, inviteCode } = await newGroup(owner.page, owner.account.token, 'Film Club');
  for (const { page, account } of [member, admin])
    await callApi(page, account.token, 'POST', '/api/groups/join/link', { inviteCode });
  const role = `/api/groups/${group._id}/members/${admin.account.user._id}/role`;
  await callApi(owner.page, owner.account.token, 'PUT', role, { role: 'admin' });

  await admin.page.goto(groupPath(group));
  await admin.page.getByRole('button', { name: 'Invite members' }).click();
  const invitation = admin.page.getByRole('dialog', { name: 'Invite Members' });
  await expect(invitation.getByText(inviteCode)).toBeVisible();

  const { page } = owner;
  await page.goto(groupPath(group));
  await page.getByRole('button', { name: 'View all members' }).click();
  const members = page.getByRole('dialog', { name: /^Members/ });
  await members.getByRole('button', { name: 'Actions for Tom Lindqvist' }).click();
  await page.getByRole('menuitem', { name: 'Remove Member' }).click();
  await expect(page.getByRole('checkbox', { name: 'Also renew the invite code and link' })).toBeChecked();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(members.getByText('Removed (1)')).toBeVisible();
  await expect(invitation.getByText(inviteCode)).toHaveCount(0);
  const renewed = invitation.locator('.copy-row__value');
  await expect(renewed).toHaveText(/\/\w{8}$/);
  const link = await renewed.innerText();

  await member.page.goto(`/${link.split('/').at(-1)}`);
  await expect(member.page.getByText('You were removed from this group')).toBeVisible();
  await members.getByText('Removed (1)').click();
  await members.getByRole('button', { name: 'Let Tom Lindqvist back in' }).click();
  await expect(members.getByText('Removed (1)')).toHaveCount(0);
  await member.page.reload();
  await member.page.getByRole('button', { name: 'Join Group' }).click();
  await expect(member.page).toHaveURL(new RegExp(group._id));
});

test('code and link are renewed in Group Settings after a confirmation (SAFE-10)', async ({ browser, baseURL }) => {
  const { page, account } = await signedInPage(browser, baseURL);
  const { group, inviteCode } = await newGroup(page, account.token, 'Film Club');
  await page.goto(groupPath(group));
  await page.getByRole('button', { name: 'Group settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Group Settings' });
  await expect(settings.getByText(inviteCode)).toBeVisible();
  await settings.getByRole('button', { name: 'Renew' }).click();
  const question = page.getByRole('alertdialog', { name: 'Renew Code and Link' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(settings.getByText(inviteCode)).toBeVisible();
  await settings.getByRole('button', { name: 'Renew' }).click();
  await question.getByRole('button', { name: 'Renew' }).click();
  await expect(page.getByText('Invite code and link renewed')).toBeVisible();
  await expect(settings.getByText(inviteCode)).toHaveCount(0);
});

test('an owner makes an admin, hands the group over and can then leave (ROUTE-18)', async ({ browser, baseURL }) => {
  const owner = await signedInPage(browser, baseURL, { firstName: 'Maya', lastName: 'Okafor' });
  const heir = await signedInPage(browser, baseURL, { firstName: 'Priya', lastName: 'Raman' });
  const { group, sixDigitCode } = await newGroup(owner.page, owner.account.token, 'Film Club');
  await callApi(heir.page, heir.account.token, 'POST', '/api/groups/join/code', { code: sixDigitCode });
  await heir.page.goto(groupPath(group));
  const { page } = owner;
  await page.goto(groupPath(group));
  await page.getByRole('button', { name: 'View all members' }).click();
  await page.getByRole('button', { name: 'Actions for Priya Raman' }).click();
  await page.getByRole('menuitem', { name: /^Make Admin/ }).click();
  await expect(page.getByText('Priya Raman is now an Admin')).toBeVisible();
  await expect(heir.page.getByRole('button', { name: 'Invite members' })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Priya Raman' }).click();
  await page.getByRole('menuitem', { name: 'Transfer Ownership' }).click();
  const question = page.getByRole('alertdialog', { name: 'Transfer Ownership' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Transfer Ownership' }).click();
  await expect(page.getByText('Priya Raman is now the Owner')).toBeVisible();
  await heir.page.getByRole('button', { name: 'Group settings' }).click();
  await expect(heir.page.getByRole('dialog', { name: 'Group Settings' })).toBeVisible();

  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Group settings' }).click();
  await page.getByRole('button', { name: 'Leave Group' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave Group' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('5,000 members are paged, rendered only where visible, and found by name', async ({ browser, baseURL }) => {
  const { page, account } = await signedInPage(browser, baseURL, { firstName: 'Maya', lastName: 'Okafor' });
  const { group } = await newGroup(page, account.token, 'Block Party');
  const everyone = Array.from({ length: 5000 }, (_, index) => ({
    userId: {
      _id: `user-${index}`,
      id: `user-${index}`,
      firstName: `Person${index}`,
      lastName: 'Vale',
      profilePictureUrl: null,
    },
    role: index === 0 ? 'owner' : 'member',
    joinedAt: '2026-05-01T00:00:00.000Z',
  }));
  const asked: string[] = [];
  // Five thousand sign-ins would take an hour; the server's own tests show its answers.
  await page.route('**/api/groups/*/members*', (route) => {
    const { searchParams } = new URL(route.request().url());
    asked.push(searchParams.toString());
    const after = Number(searchParams.get('after') ?? 0);
    const found = everyone.filter(({ userId }) => userId.firstName.includes(searchParams.get('search') ?? ''));
    const next = after + 50 < found.length ? String(after + 50) : null;
    return route.fulfill({ json: { members: found.slice(after, after + 50), total: found.length, next } });
  });
  await page.route(`**/api/groups/${group._id}`, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { group: object };
    return route.fulfill({ response: answer, json: { group: { ...body.group, memberCount: 5000 } } });
  });
  await page.goto(groupPath(group));
  await page.getByRole('button', { name: 'View all members' }).click();
  const dialog = page.getByRole('dialog', { name: 'Members (5000)' });
  await expect(dialog.getByText('Person0 Vale')).toBeVisible();
  expect(asked).toEqual(['']);
  const list = dialog.getByRole('list', { name: 'Members' });
  await expect
    .poll(async () => {
      await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
      return asked.length;
    })
    .toBeGreaterThan(5);
  await expect.poll(() => dialog.getByRole('listitem').count()).toBeLessThan(60);
  await dialog.getByRole('searchbox', { name: 'Search members' }).fill('Person4321');
  await expect(dialog.getByText('Person4321 Vale')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
});
