import type { Locator, Page } from '@playwright/test';
import { callApi } from './support/api.ts';
import { dayFromNow } from './support/days.ts';
import { post, twoBrowsers } from './support/film-club.ts';
import { expect, test } from './support/fixtures.ts';

const card = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const question = (page: Page, name: string) => page.getByRole('radiogroup', { name: `Are you going to ${name}?` });

const planned = { date: dayFromNow(3), time: '19:00', timeZone: 'America/New_York' };

test('two members answer an event, in the schedule by pointer and in the chat by keyboard, and see each other live (RSVP-02, RSVP-03, RSVP-23)', async ({
  browser,
  baseURL,
}) => {
  const { ada, ben, groupId } = await twoBrowsers(browser, baseURL);
  await post(ada, '/api/events', { name: 'Dinner', ...planned, groupId });
  await ada.page.goto(`/dashboard/group/${groupId}/schedule`);
  await ben.page.goto(`/dashboard/group/${groupId}/schedule`);
  await expect(card(ben.page, 'Dinner').getByText('Are you going?')).toBeVisible();
  await expect(card(ada.page, 'Dinner').getByRole('button', { name: 'Your answer: Going' })).toBeVisible();

  await question(ben.page, 'Dinner').getByRole('radio', { name: 'Going' }).click();
  await expect(card(ben.page, 'Dinner').getByRole('button', { name: 'Your answer: Going' })).toBeFocused();
  await expect(card(ada.page, 'Dinner').getByText('2 going')).toBeVisible();
  await card(ada.page, 'Dinner').getByRole('button', { name: 'Show details for Dinner' }).click();
  await expect(card(ada.page, 'Dinner').getByRole('heading', { name: 'Going (2)' })).toBeVisible();
  await expect(card(ada.page, 'Dinner').getByRole('listitem').filter({ hasText: 'Ben Cole' })).toBeVisible();

  await ben.page.goto(`/dashboard/group/${groupId}`);
  await ben.page.getByRole('button', { name: 'Your answer: Going' }).press('Enter');
  await question(ben.page, 'Dinner').getByRole('radio', { name: 'Going' }).press('ArrowRight');
  await expect(question(ben.page, 'Dinner').getByRole('radio', { name: 'Maybe' })).toBeFocused();
  await expect(card(ada.page, 'Dinner').getByText('1 going · 1 maybe')).toBeVisible();
  await ben.page.keyboard.press('Escape');
  await expect(ben.page.getByRole('button', { name: 'Your answer: Maybe' })).toBeVisible();
});

test('the last seat goes to the first, and the next in line gets the one that opens (RSVP-09, RSVP-10)', async ({
  browser,
  baseURL,
}) => {
  const { ada, ben, groupId } = await twoBrowsers(browser, baseURL);
  const { event } = await post<{ event: { _id: string } }>(ada, '/api/events', {
    ...{ name: 'Dinner', ...planned, groupId, seats: 1 },
  });
  await ben.page.goto(`/dashboard/group/${groupId}/schedule`);
  const dinner = card(ben.page, 'Dinner');
  await expect(dinner.getByText('Full', { exact: true })).toBeVisible();
  await question(ben.page, 'Dinner').getByRole('radio', { name: 'Join waitlist' }).click();
  await expect(dinner.getByRole('button', { name: 'Your answer: Waitlist, 1st' })).toBeVisible();
  await expect(dinner.getByText('You’re 1st in line. You get the first seat that opens for you.')).toBeVisible();
  await callApi(ada.page, ada.account.token, 'PUT', `/api/events/${event._id}/rsvp`, { answer: 'cant' });
  await expect(dinner.getByRole('button', { name: 'Your answer: Going' })).toBeVisible();
  await expect(dinner.getByRole('img', { name: '1 of 1 seats taken' })).toBeVisible();
});

test('an answer to a weekly event counts for every date, until its person takes it for one date only, which leaves the others as they were (RSVP-17)', async ({
  browser,
  baseURL,
}) => {
  const { ada, ben, groupId } = await twoBrowsers(browser, baseURL);
  const repeats = { unit: 'week', every: 1 };
  const { event } = await post<{ event: { seriesId: string } }>(ada, '/api/events', {
    ...{ name: 'Stand-up', ...planned, repeats, groupId },
  });
  const third = `/api/events/${event.seriesId}_${dayFromNow(17)}/rsvp`;
  await callApi(ben.page, ben.account.token, 'PUT', third, { answer: 'cant', scope: 'this' });
  await ben.page.goto(`/dashboard/group/${groupId}/schedule`);
  await ada.page.goto(`/dashboard/group/${groupId}/schedule`);
  const [first, second, declined] = [0, 1, 2].map((index) => card(ben.page, 'Stand-up').nth(index)) as [
    Locator,
    Locator,
    Locator,
  ];
  await expect(declined.getByRole('button', { name: 'Your answer: Can’t' })).toBeVisible();
  await first.getByRole('radio', { name: 'Going' }).click();
  await expect(ben.page.getByText('You’re going to every Stand-up.')).toBeVisible();
  await expect(second.getByRole('button', { name: 'Your answer: Going' })).toBeVisible();
  await expect(card(ada.page, 'Stand-up').nth(1).getByText('2 going')).toBeVisible();
  await ben.page.getByRole('button', { name: 'Only this one' }).click();
  await expect(second.getByText('Are you going?')).toBeVisible();
  await expect(first.getByRole('button', { name: 'Your answer: Going' })).toBeVisible();
  await expect(declined.getByRole('button', { name: 'Your answer: Can’t' })).toBeVisible();
  await expect(card(ada.page, 'Stand-up').nth(1).getByText('1 going')).toBeVisible();
  await expect(card(ada.page, 'Stand-up').first().getByText('2 going')).toBeVisible();
});

test('My Schedule hides what its person cannot come to, and lists it struck through on request (RSVP-18)', async ({
  browser,
  baseURL,
}) => {
  const { ada, ben, groupId } = await twoBrowsers(browser, baseURL);
  const plan = async (name: string, answer: string) => {
    const { event } = await post<{ event: { _id: string } }>(ada, '/api/events', { name, ...planned, groupId });
    await callApi(ben.page, ben.account.token, 'PUT', `/api/events/${event._id}/rsvp`, { answer });
  };
  await plan('Dinner', 'cant');
  await plan('Concert', 'maybe');
  await ben.page.goto('/dashboard');
  await expect(card(ben.page, 'Concert').getByText('Maybe', { exact: true })).toBeVisible();
  await expect(card(ben.page, 'Dinner')).toHaveCount(0);
  await ben.page.getByRole('button', { name: 'Show declined (1)' }).click();
  await expect(card(ben.page, 'Dinner').getByText('You can’t')).toBeVisible();
  await ben.page.reload();
  await expect(ben.page.getByRole('button', { name: 'Hide declined (1)' })).toBeVisible();
  await expect(card(ben.page, 'Dinner')).toBeVisible();
});

test('the creator limits seats when creating an event, and adds some on its card, which the line gets (RSVP-07, RSVP-10)', async ({
  browser,
  baseURL,
}) => {
  const { ada, ben, groupId } = await twoBrowsers(browser, baseURL);
  await ben.page.goto(`/dashboard/group/${groupId}/schedule`);
  await ada.page.goto(`/dashboard/group/${groupId}/schedule`);
  await ada.page.getByRole('complementary').getByRole('button', { name: 'Create Event' }).click();
  const wizard = ada.page.getByRole('dialog', { name: 'Create Event' });
  await wizard.getByRole('textbox', { name: /^Event name/ }).fill('Kiln tour');
  await wizard.getByRole('button', { name: 'Next', exact: true }).click();
  await wizard.getByRole('button', { name: 'Next week' }).click();
  await wizard.getByRole('listbox', { name: 'Week' }).getByRole('option').last().click();
  await wizard.getByRole('option', { name: '9:00 AM', exact: true }).click();
  for (let step = 1; step < 4; step += 1) await wizard.getByRole('button', { name: 'Next', exact: true }).click();
  const before = await wizard.boundingBox();
  await wizard.getByRole('button', { name: 'Edit seats' }).click();
  const seats = ada.page.getByRole('dialog', { name: 'Seats and guests' });
  await seats.getByLabel('Seats').fill('1');
  await seats.getByRole('button', { name: 'Done' }).click();
  await expect(wizard.getByText('1 seat', { exact: true })).toBeVisible();
  expect(await wizard.boundingBox()).toEqual(before);
  await wizard.getByRole('button', { name: 'Create Event' }).click();

  await question(ben.page, 'Kiln tour').getByRole('radio', { name: 'Join waitlist' }).click();
  await expect(card(ben.page, 'Kiln tour').getByRole('button', { name: 'Your answer: Waitlist, 1st' })).toBeVisible();
  await ada.page.getByRole('button', { name: 'Back to today' }).click();
  await card(ada.page, 'Kiln tour').getByRole('button', { name: 'Show details for Kiln tour' }).click();
  await card(ada.page, 'Kiln tour').getByRole('button', { name: 'Seats', exact: true }).click();
  await seats.getByLabel('Seats').fill('2');
  await seats.getByRole('button', { name: 'Save' }).click();
  await expect(card(ben.page, 'Kiln tour').getByRole('button', { name: 'Your answer: Going' })).toBeVisible();
  await expect(card(ada.page, 'Kiln tour').getByRole('img', { name: '2 of 2 seats taken' })).toBeVisible();
});

test('the details of an event stay within its card in a window of 320 pixels (UX-02)', async ({ browser, baseURL }) => {
  const { ada, groupId } = await twoBrowsers(browser, baseURL);
  const location = '12 Harbor Street';
  await post(ada, '/api/events', { name: 'Dinner', ...planned, location, groupId, seats: 8, reminder: 30 });
  // At 400 %, a window of 1280 pixels is 320 CSS pixels wide.
  await ada.context.addInitScript(() => Object.defineProperty(window, 'outerWidth', { get: () => 1280 }));
  await ada.page.setViewportSize({ width: 320, height: 1400 });
  await ada.page.goto(`/dashboard/group/${groupId}/schedule`);
  const dinner = card(ada.page, 'Dinner');
  await dinner.getByRole('button', { name: 'Show details for Dinner' }).click();
  await expect(dinner.getByRole('button', { name: 'Add to my calendar' })).toBeVisible();
  await expect(dinner.getByText('No answers yet.')).toBeVisible();
  const outside = await dinner.evaluate((card) =>
    [...card.querySelectorAll('.event-row__more *')]
      .filter((part) => part.getBoundingClientRect().right > card.getBoundingClientRect().right)
      .map((part) => part.textContent),
  );
  expect(outside).toEqual([]);
});
