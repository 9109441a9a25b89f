import type { Browser, Locator, Page } from '@playwright/test';
import { atRest, below, firstInView, post, postMany, row, say, twoBrowsers, twoMembers } from './support/film-club.ts';
import { expect, test } from './support/fixtures.ts';

/** Whether messages cover the window of a list from top to bottom, except for small gaps. */
const isCovered = (list: Locator): Promise<boolean> =>
  list.evaluate((area) => {
    const { top, bottom } = area.getBoundingClientRect();
    const rows = [...area.querySelectorAll('article')].map((one) => one.getBoundingClientRect());
    let reached = top;
    for (const row of rows) if (row.top <= reached + 80) reached = Math.max(reached, row.bottom);
    return reached >= bottom - 80;
  });

/** Ada at the end of a chat, whose last message quotes one far back. */
const quotedFarBack = async (browser: Browser, origin: string) => {
  const { ada, ben, groupId, enter } = await twoMembers(browser, origin);
  const { message } = await post<{ message: { _id: string } }>(ada, '/api/messages/send', {
    groupId,
    content: 'The first word.',
  });
  await postMany(ben, groupId, 130, (number) => `Message ${number}.`);
  await post(ben, '/api/messages/send', { groupId, content: 'As you said.', replyTo: message._id });
  await enter(ada);
  await expect(row(ada.page, 'As you said.')).toBeInViewport();
  const list = ada.page.getByRole('log');
  return { ada, list };
};

const quote = (page: Page) => row(page, 'As you said.').getByRole('button', { name: /The first word/ });

test('a jump to a quoted message far back shows that message and those below it (UX-05)', async ({
  browser,
  server,
}) => {
  const { ada, list } = await quotedFarBack(browser, server.origin);
  await quote(ada.page).click();
  await expect(row(ada.page, 'The first word.').first()).toBeInViewport();
  await atRest(list);
  await expect(row(ada.page, 'Message 5.')).toBeInViewport();
  expect(await isCovered(list)).toBe(true);
});

test('a reader who turns the wheel during a jump goes where the wheel leads (UX-05)', async ({ browser, server }) => {
  const { ada, list } = await quotedFarBack(browser, server.origin);
  let letCome = () => {};
  const mayCome = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  let asked = 0;
  await ada.page.route(/around=/, async (route) => {
    asked += 1;
    await mayCome;
    await route.continue();
  });
  await quote(ada.page).click();
  await expect.poll(() => asked).toBeGreaterThan(0);
  await list.hover();
  await ada.page.mouse.wheel(0, -300);
  await expect.poll(() => below(list)).toBeGreaterThan(200);
  await atRest(list);
  const text = await firstInView(list);
  letCome();
  await ada.page.waitForLoadState('networkidle');
  await atRest(list);
  await expect(row(ada.page, text)).toBeInViewport();
  await expect(row(ada.page, 'The first word.').first()).not.toBeInViewport();
});

test('the newest message stays in view during quick exchanges, even after the wheel was touched (UX-05)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId, enter } = await twoBrowsers(browser, server.origin);
  await postMany(ben, groupId, 20, (number) => `Message ${number}`);
  await enter(ada);
  await enter(ben);
  const list = ada.page.getByRole('log');
  const sayMany = async (page: Page, who: string) => {
    for (let count = 1; count <= 8; count += 1) await say(page, `${who} says ${count}.`);
  };
  await Promise.all([sayMany(ada.page, 'Ada'), sayMany(ben.page, 'Ben')]);
  for (const who of ['Ada', 'Ben']) await expect(row(ada.page, `${who} says 8.`)).toBeAttached();
  await atRest(list);
  expect(await below(list)).toBe(0);
  // A touchpad may turn the wheel by too little to move the list.
  await list.evaluate((area) => area.dispatchEvent(new WheelEvent('wheel', { deltaY: -1, bubbles: true })));
  await atRest(list);
  await say(ben.page, 'And one more.');
  await expect(row(ada.page, 'And one more.')).toBeInViewport({ ratio: 1 });
  expect(await below(list)).toBe(0);
});
