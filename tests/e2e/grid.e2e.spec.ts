import type { Page } from '@playwright/test';
import { callInTurn } from './support/api.ts';
import { dayFromNow } from './support/days.ts';
import { type Member, post, twoBrowsers, twoMembers } from './support/film-club.ts';
import { expect, sameAccount, test } from './support/fixtures.ts';

/** Pixels, as in time-grid.css. */
const HOUR = 59;

/** The week after this one, whose days are all ahead, scrolled to the morning. */
const openNextWeek = async (page: Page, groupId: string) => {
  await page.goto(`/dashboard/group/${groupId}/schedule`);
  await page.getByRole('radio', { name: 'Week' }).click();
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByRole('list', { name: /^Wednesday/ })).toBeVisible();
  await page.getByRole('region', { name: 'Events', exact: true }).evaluate((grid) => grid.scrollTo({ top: 8 * 59 }));
};

const pointAt = async (page: Page, day: string, hour: number) => {
  const box = await page.getByRole('list', { name: new RegExp(`^${day}`) }).boundingBox();
  if (box === null) throw new Error(`${day} is not on the page`);
  return { x: box.x + box.width / 2, y: box.y + hour * HOUR + 2 };
};

const dragMouse = async (page: Page, from: readonly [string, number], to: readonly [string, number]) => {
  const [start, end] = [await pointAt(page, ...from), await pointAt(page, ...to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
};

const block = (page: Page, when: RegExp) => page.getByRole('button', { name: when });

/** As many events at one time of a day, with the longest of names. */
const crowd = async ({ page, account }: Member, groupId: string, date: string, count: number) => {
  const event = { name: 'Long '.repeat(20).trim(), groupId, date, time: '10:00', timeZone: 'America/New_York' };
  const call = ['POST', '/api/events', event] as const;
  await callInTurn(
    page,
    account.token,
    Array.from({ length: count }, () => call),
  );
};

test('an event is drawn, moved, made longer and put back by mouse, and the other browser follows, however narrow and full (GRID-03, GRID-06, GRID-07, GRID-08, GRID-10, GRID-18, GRID-19, GRID-20)', async ({
  browser,
  baseURL,
}) => {
  const { ada, ben, groupId } = await twoBrowsers(browser, baseURL);
  // The page does not name the code of the grid, and loads it when it is idle, before it is shown.
  expect(await (await ada.page.request.get('/dashboard')).text()).not.toContain('grid-view');
  const code = ada.page.waitForRequest(/\/grid-view[^/]*\.js$/);
  await ada.page.goto(`/dashboard/group/${groupId}/schedule`);
  await code;
  await openNextWeek(ada.page, groupId);
  await ben.page.setViewportSize({ width: 750, height: 720 });
  await openNextWeek(ben.page, groupId);
  const tuesday = ben.page.locator('.time-grid__column').nth(2);
  expect((await tuesday.boundingBox())?.width).toBeGreaterThanOrEqual(88);
  await crowd(ada, groupId, (await tuesday.getAttribute('data-date')) ?? '', 40);
  await ben.page.getByRole('button', { name: /^\+36 more on Tuesday/ }).click();
  const others = ben.page.getByRole('dialog', { name: /^Events on Tuesday/ });
  await expect(others.getByRole('listitem')).toHaveCount(36);
  await expect(others).toBeInViewport({ ratio: 1 });
  await ben.page.keyboard.press('Escape');
  await expect(ben.page.getByRole('button', { name: /^Long Long/ })).toHaveCount(4);
  expect(await ben.page.evaluate(() => document.documentElement.scrollWidth)).toBe(750);

  await dragMouse(ada.page, ['Wednesday', 10], ['Wednesday', 11.5]);
  const card = ada.page.getByRole('dialog', { name: 'New event' });
  await expect(card.getByRole('textbox', { name: 'Event name' })).toBeFocused();
  await ada.page.keyboard.type('Lunch with Noor');
  await card.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(block(ben.page, /^Lunch with Noor, Wednesday, .*10:00 to 11:30 AM/)).toBeVisible();

  await dragMouse(ada.page, ['Wednesday', 10.5], ['Thursday', 13.5]);
  await expect(block(ben.page, /^Lunch with Noor, Thursday, .*1:00 to 2:30 PM/)).toBeVisible();
  await ada.page.getByRole('button', { name: 'Undo' }).click();
  await expect(block(ben.page, /^Lunch with Noor, Wednesday, .*10:00 to 11:30 AM/)).toBeVisible();

  const { x, y } = await pointAt(ada.page, 'Wednesday', 11.5);
  await ada.page.mouse.move(x, y - 8);
  await ada.page.mouse.down();
  await ada.page.mouse.move(x, y - 8 + HOUR, { steps: 8 });
  await ada.page.mouse.up();
  await expect(block(ben.page, /^Lunch with Noor, Wednesday, .*10:00 AM to 12:30 PM/)).toBeVisible();

  await ben.page.setViewportSize({ width: 1280, height: 720 });
  // It is not Ben’s: for him a drag moves nothing, and a press opens the card.
  await dragMouse(ben.page, ['Wednesday', 11], ['Friday', 11]);
  await expect(block(ben.page, /^Lunch with Noor, Wednesday/)).toBeVisible();
  await block(ben.page, /^Lunch with Noor/).click();
  await expect(ben.page.getByRole('dialog').getByRole('article', { name: 'Lunch with Noor' })).toBeVisible();
});

test('one of two browsers that move an event at once wins, both show it, and the hours stay in their place (GRID-11)', async ({
  browser,
  baseURL,
}) => {
  const { ada, groupId } = await twoMembers(browser, baseURL);
  const other: Pick<Member, 'page'> = await sameAccount(browser, baseURL, ada);
  const date = dayFromNow(10);
  await post(ada, '/api/events', { name: 'Critique', groupId, date, time: '10:00', timeZone: 'America/New_York' });
  const gridOf = (page: Page) => page.getByRole('region', { name: 'Events', exact: true });
  const open = async (page: Page) => {
    await page.goto(`/dashboard/group/${groupId}/schedule?day=${date}`);
    await page.getByRole('radio', { name: 'Day' }).click();
    await expect(block(page, /^Critique/)).toBeVisible();
    await gridOf(page).evaluate((grid) => grid.scrollTo({ top: 8 * 59 }));
  };
  await open(ada.page);
  await open(other.page);
  const days = /day, \w+ \d+, 1 event$/;
  const move = async (page: Page, hours: number) => {
    const box = await page.getByRole('list', { name: days }).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 200, (box?.y ?? 0) + 10.5 * HOUR];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y + hours * HOUR, { steps: 4 });
    await page.mouse.up();
  };
  await Promise.all([move(ada.page, 2), move(other.page, 4)]);
  const shown = async (page: Page) => block(page, /^Critique/).getAttribute('aria-label');
  await expect
    .poll(async () => {
      const [one, two] = [await shown(ada.page), await shown(other.page)];
      return one === two && /(12:00|2:00) to /.test(one ?? '');
    })
    .toBe(true);
  for (const page of [ada.page, other.page])
    expect(await gridOf(page).evaluate((grid) => grid.scrollTop)).toBe(8 * HOUR);
});

test('the keys of the grid pass weeks without events and reach one that is out of view, and a month of 750 pixels names it (GRID-13, GRID-15, GRID-18)', async ({
  browser,
  baseURL,
}) => {
  const { ada, groupId } = await twoMembers(browser, baseURL);
  const { page } = ada;
  await page.setViewportSize({ width: 750, height: 720 });
  const timeZone = 'America/New_York';
  await post(ada, '/api/events', { name: 'Breakfast', groupId, date: dayFromNow(1), time: '08:00', timeZone });
  await post(ada, '/api/events', { name: 'Night walk', groupId, date: dayFromNow(22), time: '22:30', timeZone });
  await page.goto(`/dashboard/group/${groupId}/schedule?day=${dayFromNow(1)}`);
  await page.getByRole('radio', { name: 'Week' }).click();
  await block(page, /^Breakfast/).focus();
  for (let week = 0; week < 3; week++) {
    await expect(block(page, /^Night walk/)).toHaveCount(0);
    const title = page.getByRole('main').getByRole('heading', { level: 2 }).first();
    const shown = (await title.textContent()) ?? '';
    await page.keyboard.press('ArrowRight');
    await expect(title).not.toHaveText(shown);
  }
  await expect(block(page, /^Night walk/)).toBeFocused();
  await expect(block(page, /^Night walk/)).toBeInViewport();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await expect(block(page, /^Breakfast/)).toBeFocused();

  await page.getByRole('button', { name: 'Next week' }).click();
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.getByRole('radio', { name: 'Month' }).click();
  const name = block(page, /^Night walk/).getByText('Night walk');
  await name.scrollIntoViewIfNeeded();
  expect((await name.boundingBox())?.width).toBeGreaterThan(40);
});
