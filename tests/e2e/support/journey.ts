import { type Browser, expect, type Page } from '@playwright/test';
import { dayFromNow } from './days.ts';
import { freshNumber, ownAddress, phoneField } from './fixtures.ts';

/** The place of the journey, and how its server is killed and restarted. */
export type Place = {
  readonly origin: string;
  /** Kills everything that serves, without warning, and restarts it. */
  readonly killAndStart?: () => Promise<void>;
};

const newcomer = async (browser: Browser, { origin }: Place): Promise<Page> => {
  const context = await browser.newContext({
    baseURL: origin,
    permissions: ['clipboard-read', 'clipboard-write'],
    extraHTTPHeaders: ownAddress(),
    reducedMotion: 'no-preference',
  });
  return context.newPage();
};

/** Signs up on any page with the phone field, with the code from the development panel, and completes the profile. */
const signUp = async (page: Page, firstName: string, lastName: string): Promise<void> => {
  await phoneField(page).fill(freshNumber());
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('button', { name: 'Use code' }).click();
  await page.getByLabel('Email').fill(`${firstName.toLowerCase()}@example.org`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Skip for now' }).click();
};

/** @returns the invite link, copied through the clipboard like its owner would. */
const createGroup = async (page: Page, name: string): Promise<string> => {
  await page.getByRole('button', { name: 'Add group' }).click();
  await page.getByRole('button', { name: /^Create a Group/ }).click();
  await page.getByRole('textbox', { name: 'Group name' }).fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Description' }).fill('Shared desk and print room');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Create Group', exact: true }).click();
  await expect(page.getByText('Invitation link')).toBeVisible();
  await page.getByRole('button', { name: 'Copy', exact: true }).last().click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^http/);
  const link = await copied();
  await page.getByRole('button', { name: 'Done' }).click();
  return link;
};

const members = (page: Page) => page.getByRole('complementary');

const scheduleForTomorrow = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('complementary').getByRole('button', { name: 'Create Event' }).click();
  const wizard = page.getByRole('dialog', { name: 'Create Event' });
  const next = page.getByRole('button', { name: 'Next', exact: true });
  await wizard.getByRole('textbox', { name: /^Event name/ }).fill(name);
  await next.click();
  const week = page.getByRole('listbox', { name: 'Week' }).last();
  await expect(week).toBeVisible();
  const day = week.locator(`[data-date="${dayFromNow(1)}"]`);
  if (!(await day.isVisible())) await page.getByRole('button', { name: 'Next week' }).click();
  await day.click();
  await page.getByRole('option', { name: '10:00 AM' }).click();
  for (let step = 0; step < 3; step++) await next.click();
  await wizard.getByRole('button', { name: 'Create Event' }).click();
  await expect(page.getByRole('heading', { name: 'Event Created!' })).toBeVisible();
  await expect(wizard).toBeHidden();
};

const openView = (page: Page, view: 'Chat' | 'Schedule') =>
  page.getByRole('radio', { name: new RegExp(`^${view}`) }).click();
const composer = (page: Page) => page.getByRole('textbox', { name: /^Message / });
const chat = (page: Page) => page.getByRole('log', { name: 'Messages' });
const say = async (page: Page, text: string): Promise<void> => {
  await composer(page).fill(text);
  await composer(page).press('Enter');
};

/**
 * Two people sign up by phone, share a group by link, plan an event and chat, live. If the place can be killed, it is killed halfway:
 * nothing acknowledged is lost, and both browsers catch up by themselves.
 */
export const journey = async (browser: Browser, place: Place): Promise<void> => {
  const [maya, tom] = await Promise.all([newcomer(browser, place), newcomer(browser, place)]);
  const group = 'Harbor Street Studio';

  await maya.goto('/');
  await signUp(maya, 'Maya', 'Okafor');
  const link = await createGroup(maya, group);
  expect(link.startsWith(`${place.origin}/`)).toBe(true);

  await tom.goto(link);
  await expect(tom).toHaveURL(/\/signup\?invite=true$/);
  await signUp(tom, 'Tom', 'Lindqvist');
  await expect(tom.getByRole('heading', { name: 'Join this group?' })).toBeVisible();
  await tom.getByRole('button', { name: 'Join Group' }).click();
  await expect(tom).toHaveURL(/\/dashboard\/group\//);
  for (const page of [maya, tom]) {
    await expect(members(page).getByText('Maya Okafor')).toBeVisible();
    await expect(members(page).getByText('Tom Lindqvist')).toBeVisible();
  }

  await scheduleForTomorrow(maya, 'Print run pickup');
  await expect(tom.getByRole('article', { name: 'Print run pickup' })).toBeVisible();
  await openView(tom, 'Chat');
  await expect(chat(tom).getByText('Print run pickup')).toBeVisible();

  await openView(maya, 'Chat');
  await composer(tom).pressSequentially('On my way');
  await expect(maya.getByText('Tom is typing...')).toBeVisible();
  await composer(tom).press('Enter');
  await expect(chat(maya).getByText('On my way')).toBeVisible();
  await expect(maya.getByText('Tom is typing...')).toBeHidden();
  await say(maya, 'See you there');
  await expect(chat(tom).getByText('See you there')).toBeVisible();
  await chat(tom).getByText('See you there').hover();
  await tom.getByRole('toolbar', { name: 'Message actions' }).getByRole('button', { name: /heart/i }).click();
  await expect(chat(maya).getByRole('button', { name: '❤️ 1' })).toBeVisible();

  if (place.killAndStart !== undefined) {
    await say(tom, 'Sent before the lights went out');
    await expect(chat(maya).getByText('Sent before the lights went out')).toBeVisible();
    await place.killAndStart();
    await say(maya, 'Back already?');
    await expect(chat(tom).getByText('Back already?')).toBeVisible({ timeout: 30_000 });
    for (const page of [maya, tom]) {
      for (const text of ['On my way', 'See you there', 'Sent before the lights went out', 'Back already?']) {
        await expect(chat(page).getByText(text, { exact: true })).toHaveCount(1);
      }
    }
    await maya.reload();
    await expect(chat(maya).getByText('Sent before the lights went out')).toBeVisible();
    await expect(chat(maya).getByRole('button', { name: '❤️ 1' })).toBeVisible();
  }
  await Promise.all([maya.context().close(), tom.context().close()]);
};
