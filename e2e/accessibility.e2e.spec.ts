import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, signedInPage, test } from './support/fixtures.ts';

type Person = Awaited<ReturnType<typeof signedInPage>>;

const post = async <T>({ page, account }: Person, path: string, data: object): Promise<T> => {
  const response = await page.request.post(path, { data, headers: { authorization: `Bearer ${account.token}` } });
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
  return (await response.json()) as T;
};

/** A group of two with an event that runs now and another tomorrow. */
const livelyGroup = async (maya: Person, tom: Person) => {
  const created = await post<{ group: { _id: string }; sixDigitCode: string }>(maya, '/api/groups', {
    name: 'Harbor Street Studio',
    description: 'Shared desk and print room',
  });
  const groupId = created.group._id;
  await post(tom, '/api/groups/join/code', { code: created.sixDigitCode });
  for (const [name, hours] of [
    ['Print run pickup', 0],
    ['Proof sign-off', 24],
  ] as const) {
    const [date = '', time = ''] = new Date(Date.now() + hours * 3_600_000).toISOString().split('T');
    await post(maya, '/api/events', {
      name,
      date,
      time: `${time.slice(0, 2)}:00`,
      duration: 120,
      groupId,
      timeZone: 'UTC',
    });
  }
  return groupId;
};

const aside = (page: Page) => page.getByRole('complementary').first();
const passes = async (page: Page): Promise<void> => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
};
/** Checks the dialog that an action opened, leaves it by Escape, and sees the focus where it came from. */
const passesInDialog = async (page: Page, name: string | RegExp, opener: ReturnType<Page['getByRole']>) => {
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await passes(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
};

for (const colorScheme of ['light', 'dark'] as const) {
  test(`UX-01 the page of the apps passes the accessibility check, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/app-download');
      await expect(page.getByRole('heading', { name: 'The App is Here' })).toBeVisible();
      await passes(page);
    }
  });

  test(`UX-01 schedule, My Schedule and the dialogs of a group pass the accessibility check, ${colorScheme}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const maya = await signedInPage(browser, baseURL, { firstName: 'Maya', lastName: 'Okafor' });
    const tom = await signedInPage(browser, baseURL, { firstName: 'Tom', lastName: 'Lindqvist' });
    const groupId = await livelyGroup(maya, tom);
    const { page } = maya;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/dashboard');
    await expect(page.getByRole('article', { name: 'Print run pickup' })).toBeVisible();
    await passes(page);
    await page.goto(`/dashboard/group/${groupId}`);
    const event = page.getByRole('article', { name: 'Print run pickup' });
    await expect(event).toBeVisible();
    await event.getByRole('button', { expanded: false }).click();
    await passes(page);

    const button = (name: string | RegExp) => aside(page).getByRole('button', { name });
    await passesInDialog(page, 'Group Settings', button(/settings/i));
    await passesInDialog(page, /^Members/, button(/view all/i));
    await passesInDialog(page, 'Invite Members', button(/^invite/i));
    await passesInDialog(page, 'Files', button('Files'));

    await button('Create Event').click();
    await page.getByRole('textbox', { name: /^Event name/ }).fill('Print test');
    const next = page.getByRole('button', { name: 'Next', exact: true });
    for (let step = 0; step < 4; step += 1) {
      await passes(page);
      await next.click();
      if (step > 0) continue;
      await page.getByRole('button', { name: 'Next week' }).click();
      await page.getByRole('listbox', { name: 'Week' }).last().getByRole('option').last().click();
      await page.getByRole('option', { name: '10:15 AM' }).click();
    }
    await expect(page.getByRole('dialog').getByRole('heading', { name: 'Print test' })).toBeVisible();
    await passes(page);
    await maya.context.close();
    await tom.context.close();
  });

  test(`UX-01 making and joining a group pass the accessibility check, ${colorScheme}`, async ({
    browser,
    baseURL,
  }) => {
    test.setTimeout(240_000);
    const maya = await signedInPage(browser, baseURL, { firstName: 'Maya', lastName: 'Okafor' });
    const tom = await signedInPage(browser, baseURL, { firstName: 'Tom', lastName: 'Lindqvist' });
    const { inviteCode } = await post<{ inviteCode: string }>(maya, '/api/groups', {
      name: 'Film Club',
      description: 'Films',
    });
    const { page } = tom;
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Add group' }).click();
    await passes(page);
    await page.getByRole('button', { name: /^Create a Group/ }).click();
    await passes(page);
    await page.getByRole('textbox', { name: 'Group name' }).fill('Lakeside Weekend');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Description' }).fill('Three nights at the lake');
    for (let step = 0; step < 2; step += 1) {
      await passes(page);
      await page.getByRole('button', { name: 'Next', exact: true }).click();
    }
    await expect(page.getByRole('switch').first()).toBeVisible();
    await passes(page);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: 'Add group' }).click();
    await page.getByRole('button', { name: /^Join/ }).click();
    await page.getByRole('textbox').fill(inviteCode);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article', { name: 'Group preview' })).toBeVisible();
    await passes(page);
    await page.goto(`/${inviteCode}`);
    await expect(page.getByRole('heading', { name: 'Join this group?' })).toBeVisible();
    await passes(page);
    await maya.context.close();
    await tom.context.close();
  });
}
