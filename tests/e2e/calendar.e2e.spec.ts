import type { Browser, Page } from '@playwright/test';
import { type Caller, callApi } from './support/api.ts';
import { dayFromNow, noonIn } from './support/days.ts';
import { expect, ownAddress, signedInPage, signedUp, test } from './support/fixtures.ts';

type Group = { readonly _id: string; readonly name: string };
type Created = { readonly group: Group; readonly sixDigitCode: string };

/** Such as `Tuesday, May 5`. */
const labelOf = (date: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' }).format(
    new Date(date),
  );

const isThisMonth = (date: string): boolean => date.slice(0, 7) === dayFromNow(0).slice(0, 7);

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const wizard = (page: Page) => page.getByRole('dialog', { name: 'Create Event' });
const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true });
const nameIn = (page: Page) => page.getByRole('textbox', { name: /^Event name/ });
/** Opens the wizard, whose first field has the focus, and continues to the second step. */
const beginEvent = async (page: Page, name: string) => {
  await page.getByRole('complementary').getByRole('button', { name: 'Create Event' }).click();
  await expect(nameIn(page)).toBeFocused();
  await nameIn(page).fill(name);
  await expect(next(page)).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('listbox', { name: 'Time' })).toBeVisible();
};

const openGroup = async (browser: Browser, origin: string, firstName: string) => {
  const person = await signedInPage(browser, origin, { firstName, lastName: 'Vale' });
  const created = await callApi<Created>(person.page, person.account.token, 'POST', '/api/groups', {
    name: 'Harbor Street Studio',
    description: 'Design',
  });
  await person.page.goto(`/dashboard/group/${created.group._id}`);
  return { ...person, ...created };
};

const join = async (by: Caller, token: string, code: string) =>
  callApi<{ group: Group }>(by, token, 'POST', '/api/groups/join/code', { code });

test('an event is created in five steps and appears in the list (EVENT-01, EVENT-06, EVENT-08)', async ({
  browser,
  baseURL,
}) => {
  const { page } = await openGroup(browser, baseURL, 'Maya');
  await expect(page.getByText('No events scheduled')).toBeVisible();
  await beginEvent(page, 'Proof sign-off');
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.getByRole('listbox', { name: 'Week' }).getByRole('option').last().click();
  // Keys more than a second apart do not form one text.
  await expect(async () => {
    await page.getByRole('option', { name: '12:00 AM' }).focus();
    await page.keyboard.type('1:4');
    await expect(page.getByRole('option', { name: '1:45 AM', exact: true })).toBeFocused({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press('Enter');
  await next(page).click();
  await page.getByRole('radio', { name: /^45 min/ }).click();
  await next(page).click();
  await page.getByRole('radio', { name: 'Zoom' }).click();
  await page.getByRole('textbox', { name: /^Zoom link/ }).fill('https://zoom.us/j/84412093377');
  await page.keyboard.press('Enter');
  await expect(wizard(page).getByText(/at 1:45 AM/)).toBeVisible();
  await wizard(page).getByRole('button', { name: 'Create Event' }).click();
  await expect(page.getByRole('heading', { name: 'Event Created!' })).toBeVisible();
  await expect(wizard(page)).toBeHidden();
  await expect(card(page, 'Proof sign-off')).toContainText('45 min');
  await expect(card(page, 'Proof sign-off')).toContainText('Zoom');
});

test('an event is created on the chosen day, and its card is shown there, even if created from the chat', async ({
  browser,
  baseURL,
}) => {
  const { page } = await openGroup(browser, baseURL, 'Maya');
  const date = dayFromNow(14);
  const label = labelOf(date);
  for (let week = 0; week < 2; week += 1) await page.getByRole('button', { name: 'Next week' }).click();
  await page.getByRole('listbox', { name: 'Week' }).locator(`[data-date="${date}"]`).click();
  await beginEvent(page, 'Recital');
  await expect(page.getByRole('option', { name: '9:00 AM', exact: true })).toHaveAttribute('aria-selected', 'true');
  for (let step = 0; step < 3; step += 1) await next(page).click();
  await wizard(page).getByRole('button', { name: 'Create Event' }).click();
  await expect(wizard(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: `Events for ${label}` })).toBeVisible();
  await expect(card(page, 'Recital')).toContainText('Recital');

  await page.getByRole('button', { name: 'Back to today' }).click();
  await page.getByRole('radio', { name: /^Chat/ }).click();
  await page.getByRole('log').getByRole('button', { name: 'Recital', exact: true }).click();
  await expect(page.getByRole('heading', { name: `Events for ${label}` })).toBeVisible();
  await expect(card(page, 'Recital')).toContainText('Recital');
});

test('text typed right after opening the wizard goes into its first field', async ({ browser, baseURL }) => {
  const { page } = await openGroup(browser, baseURL, 'Maya');
  const create = page.getByRole('complementary').getByRole('button', { name: 'Create Event' });
  // The first opening fetches the wizard's code, which may take a while.
  await create.press('Enter');
  await expect(nameIn(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(nameIn(page)).toHaveCount(0);
  await create.press('Enter');
  await page.keyboard.type('Dinner at eight');
  await expect(nameIn(page)).toHaveValue('Dinner at eight');
});

test('a schedule longer than one page is complete: list, dots and the end of the year (CAL-01, DASH-02)', async ({
  browser,
  baseURL,
}) => {
  const { page, account, group } = await openGroup(browser, baseURL, 'Maya');
  const at = (days: number, name: string) =>
    callApi(page, account.token, 'POST', '/api/events', {
      ...{ name, groupId: group._id, ...noonIn(days) },
    });
  // Ten on each of 26 days, and a last one far beyond the first page.
  for (let day = 1; day <= 26; day += 1) await Promise.all([...'abcdefghij'].map((name) => at(day, `${name} ${day}`)));
  await at(300, 'The last of them');
  await page.reload();
  await expect(card(page, 'a 1')).toBeVisible();
  const list = page.getByRole('region', { name: 'Events' });
  await expect(async () => {
    await list.evaluate((scroller) => {
      scroller.scrollTop = scroller.scrollHeight;
    });
    await expect(card(page, 'The last of them')).toBeVisible({ timeout: 500 });
  }).toPass();
  const date = dayFromNow(26);
  const label = labelOf(date);
  const [, day] = label.split(', ');
  if (!isThisMonth(date)) await page.getByRole('complementary').getByRole('button', { name: 'Next month' }).click();
  await expect(page.getByRole('gridcell', { name: `${day}, 10 events` })).toBeVisible();
});

test('the week header and the list move together, and an empty week says so', async ({ browser, baseURL }) => {
  const { page, account, group } = await openGroup(browser, baseURL, 'Maya');
  const at = (days: number, name: string) =>
    callApi(page, account.token, 'POST', '/api/events', {
      ...{ name, groupId: group._id, ...noonIn(days) },
    });
  await Promise.all([14, 15, 16, 17, 18].flatMap((day) => [...'abc'].map((name) => at(day, `${name} ${day}`))));
  await at(60, 'Recital');
  await page.reload();
  const week = page.getByRole('listbox', { name: 'Week' }).locator(`[data-date="${dayFromNow(14)}"]`);
  const today = page.getByRole('button', { name: 'Today', exact: true });
  const list = page.getByRole('region', { name: 'Events' });
  await expect(today).toHaveAttribute('aria-disabled', 'true');
  await list.hover();
  await page.mouse.wheel(0, 250);
  await expect(week).toBeVisible();
  await expect(today).not.toHaveAttribute('aria-disabled');
  await today.click();
  await expect(today).toHaveAttribute('aria-disabled', 'true');
  for (let weeks = 0; weeks < 5; weeks += 1) await page.getByRole('button', { name: 'Next week' }).click();
  await expect(list.getByText(/^Nothing .* Next: Recital, /)).toBeInViewport();
});

test('two browsers in two zones show the same instant, and only the creator may change it (OPEN-052, PERM-15, CAL-19)', async ({
  browser,
  baseURL,
}) => {
  const { page, account, group, sixDigitCode } = await openGroup(browser, baseURL, 'Maya');
  const other = await signedUp(baseURL, { firstName: 'Sam', lastName: 'Duarte' });
  await join(other, other.account.token, sixDigitCode);
  const west = await browser.newContext({
    baseURL,
    timezoneId: 'America/Los_Angeles',
    extraHTTPHeaders: ownAddress(),
  });
  const westPage = await west.newPage();
  await westPage.addInitScript(
    ([token, user]) => {
      localStorage.setItem('auth_token', token ?? '');
      localStorage.setItem('auth_user', user ?? '');
    },
    [other.account.token, JSON.stringify(other.account.user)],
  );
  await westPage.goto(`/dashboard/group/${group._id}`);
  await expect(westPage.getByText('No events scheduled')).toBeVisible();
  const date = dayFromNow(3);
  const made = { date, time: '15:00', duration: 60, groupId: group._id, timeZone: 'America/New_York' };
  const announced = await callApi<{ event: { _id: string } }>(page, account.token, 'POST', '/api/events', {
    ...made,
    name: 'Rehearsal',
  });
  // Both are connected once they receive a change.
  for (const shown of [page, westPage]) await expect(card(shown, 'Rehearsal')).toBeVisible();
  const askedAgain: string[] = [];
  westPage.on('request', (request) => {
    if (request.url().includes('/api/events?')) askedAgain.push(request.url());
  });
  await callApi(page, account.token, 'DELETE', `/api/events/${announced.event._id}`);
  for (const shown of [page, westPage]) await expect(card(shown, 'Rehearsal')).toHaveCount(0);
  await callApi(page, account.token, 'POST', '/api/events', { ...made, name: 'Colloquium' });
  await expect(card(page, 'Colloquium')).not.toContainText('time');
  await expect(card(westPage, 'Colloquium')).toContainText('3:00 – 4:00 PM in New York, Maya’s time');
  await westPage.getByRole('button', { name: 'Show details for Colloquium' }).click();
  await expect(card(westPage, 'Colloquium')).toContainText('12:00 – 1:00 PM, Los Angeles');
  await expect(card(westPage, 'Colloquium').getByRole('button', { name: 'Delete' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Show details for Colloquium' }).click();
  await card(page, 'Colloquium').getByRole('button', { name: 'Edit Date & Time' }).click();
  await page.getByRole('option', { name: '4:30 PM' }).click();
  await page.getByRole('radio', { name: '2 hrs' }).click();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(card(page, 'Colloquium')).toContainText('4:30 – 6:30 PM');
  await expect(card(westPage, 'Colloquium')).toContainText('4:30 – 6:30 PM in New York');

  await card(page, 'Colloquium').getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete Event' });
  await expect(question).toContainText('You can restore it for 30 days.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No events scheduled')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Today', exact: true })).toBeFocused();
  await expect(westPage.getByText('No events scheduled')).toBeVisible();
  // The frames carried the new state; nothing was reloaded.
  expect(askedAgain).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const shown of [page, westPage]) await expect(card(shown, 'Colloquium')).toContainText('4:30 – 6:30 PM');
  await west.close();
});

test('text typed into a card stays during a visit to the chat, and while another browser changes the same event (CAL-20)', async ({
  browser,
  baseURL,
}) => {
  const { page, context, account, group } = await openGroup(browser, baseURL, 'Maya');
  const date = dayFromNow(1);
  const { event } = await callApi<{ event: { _id: string } }>(page, account.token, 'POST', '/api/events', {
    date,
    time: '9:00',
    name: 'Photo shoot',
    groupId: group._id,
    timeZone: 'America/New_York',
  });
  const other = await context.newPage();
  await other.goto(`/dashboard/group/${group._id}`);
  await expect(card(other, 'Photo shoot')).toBeVisible();
  await page.getByRole('button', { name: 'Show details for Photo shoot' }).click();
  await card(page, 'Photo shoot').getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: /^Event name/ }).fill('Catalog shoot');
  await page.getByRole('radio', { name: 'Chat' }).click();
  await expect(card(page, 'Photo shoot')).toHaveCount(0);
  await page.getByRole('radio', { name: 'Schedule' }).click();
  await expect(page.getByRole('textbox', { name: /^Event name/ })).toHaveValue('Catalog shoot');
  await callApi(page, account.token, 'PUT', `/api/events/${event._id}`, { location: 'North Light Studio' });
  await expect(page.getByText('Changed meanwhile: North Light Studio')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^Event name/ })).toHaveValue('Catalog shoot');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(card(page, 'Catalog shoot')).toContainText('North Light Studio');
  await expect(card(other, 'Catalog shoot')).toContainText('North Light Studio');
});

test('My Schedule holds all groups and the personal events, and filters by day (DASH-08, CAL-10, CAL-05)', async ({
  browser,
  baseURL,
}) => {
  const { page, account, group } = await openGroup(browser, baseURL, 'Maya');
  const [tomorrow, later] = [dayFromNow(1), dayFromNow(4)];
  const base = { time: '9:00', timeZone: 'America/New_York' };
  const make = (more: object) => callApi(page, account.token, 'POST', '/api/events', { ...base, ...more });
  await make({ name: 'Stand-up', date: tomorrow, groupId: group._id });
  await make({ name: 'Dentist', date: later, groupId: 'my-q' });
  await page.goto('/dashboard');
  await expect(card(page, 'Stand-up')).toContainText('Harbor Street Studio');
  await expect(card(page, 'Dentist')).toContainText('Personal');

  const day = page.getByRole('gridcell', { name: `${labelOf(later).split(', ')[1]}, 1 event` });
  if (!isThisMonth(later)) await page.getByRole('button', { name: 'Next month' }).click();
  await day.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Events for / })).toContainText(labelOf(later));
  await expect(card(page, 'Dentist')).toBeVisible();
  await expect(card(page, 'Stand-up')).toBeHidden();
  await page.getByRole('button', { name: 'Back to today' }).click();
  await expect(card(page, 'Stand-up')).toBeVisible();
});

test('a member who may not create events has no button for it (PERM-11)', async ({ browser, baseURL }) => {
  const { page, account, group, sixDigitCode } = await openGroup(browser, baseURL, 'Maya');
  const member = await signedInPage(browser, baseURL, { firstName: 'Sam', lastName: 'Duarte' });
  await join(member.page, member.account.token, sixDigitCode);
  await member.page.goto(`/dashboard/group/${group._id}`);
  const button = member.page.getByRole('complementary').getByRole('button', { name: 'Create Event' });
  await expect(button).toBeVisible();
  await callApi(page, account.token, 'PUT', `/api/groups/${group._id}/settings`, { allowMembersCreateEvents: false });
  await expect(button).toBeHidden();
  await expect(page.getByRole('complementary').getByRole('button', { name: 'Create Event' })).toBeVisible();
});
