import type { Browser } from '@playwright/test';
import {
  atRest,
  attached,
  below,
  field,
  firstInView,
  leaveForSchedule,
  post,
  postMany,
  row,
  say,
  twoMembers,
} from './support/film-club.ts';
import { expect, test } from './support/fixtures.ts';

/** A chat that Ada has read to its end, and left. */
const oldNewsRead = async (browser: Browser, origin: string) => {
  const members = await twoMembers(browser, origin);
  const { ada, ben, groupId, enter } = members;
  await post(ben, '/api/messages/send', { groupId, content: 'Old news' });
  await enter(ada);
  await expect(row(ada.page, 'Old news')).toHaveCount(1);
  await expect(ada.page.getByRole('link', { name: 'Film Club', exact: true })).toBeVisible();
  await leaveForSchedule(ada, groupId);
  return members;
};

test('unread messages are counted, appear below a line, and are read once seen (UX-03)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId } = await oldNewsRead(browser, server.origin);
  await post(ben, '/api/messages/send', { groupId, content: 'Fresh news' });
  await expect(ada.page.getByRole('link', { name: 'Film Club, 1 unread' })).toBeVisible();
  await ada.page.reload();
  await ada.page.getByRole('link', { name: 'Film Club, 1 unread' }).click();
  const line = ada.page.getByRole('separator', { name: 'New messages' });
  await expect(line).toHaveCount(1);
  await expect(ada.page.getByRole('log').locator('article, [role=separator]')).toHaveText([
    / AT /i,
    /Old news/,
    'New messages',
    /Fresh news/,
  ]);
  await expect(ada.page.getByRole('link', { name: 'Film Club', exact: true })).toBeVisible();
  await expect(line).toHaveCount(1);
});

for (const [count, place] of [
  [40, 'all of which are loaded'],
  [70, 'the first of which are not loaded'],
] as const)
  test(`a button leads from the end of a chat to the first of many new messages, ${place} (UX-03)`, async ({
    browser,
    server,
  }) => {
    const { ada, ben, groupId } = await oldNewsRead(browser, server.origin);
    await postMany(ben, groupId, count, (number) => `News ${number} of ${count}`);
    await ada.page.getByRole('link', { name: `Film Club, ${count} unread` }).click();
    await expect(row(ada.page, `News ${count} of`)).toBeInViewport();
    const lead = ada.page.getByRole('button', { name: 'Jump to first new' });
    await lead.click();
    await expect(ada.page.getByRole('separator', { name: 'New messages' })).toBeInViewport();
    await expect(row(ada.page, 'News 1 of')).toBeInViewport();
    await expect(lead).toHaveCount(0);
    // The button does not return after one visit.
    await ada.page.getByRole('button', { name: 'Jump to newest' }).click();
    await expect(row(ada.page, `News ${count} of`)).toBeInViewport();
    await expect(lead).toHaveCount(0);
  });

test('a button below the header leads to the first message since a member joined a chat that they have never read (UX-03)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId, enter } = await twoMembers(browser, server.origin);
  // Tall enough that the first messages are not loaded with the last ones.
  await postMany(ben, groupId, 60, (number) => `News ${number} of 60\n\n\n\n\nMore below`);
  await enter(ada);
  await expect(row(ada.page, 'News 60 of')).toBeInViewport();
  const lead = ada.page.getByRole('button', { name: 'Jump to first new' });
  const [button, list] = [await lead.boundingBox(), await ada.page.getByRole('log').boundingBox()];
  expect(button?.y ?? 0).toBeGreaterThanOrEqual(list?.y ?? 0);
  // In the header it would cover the members.
  await expect(ada.page.locator('.chat__top .avatar-stack')).toBeVisible();
  await lead.click();
  await expect(ada.page.getByRole('separator', { name: 'New messages' })).toBeInViewport();
  await expect(row(ada.page, 'News 1 of')).toBeInViewport();
});

test('the input grows up to 120 pixels, and the chat stays at its end (CHAT-11, LIMIT-15)', async ({
  browser,
  server,
}) => {
  const { ada, groupId, enter } = await twoMembers(browser, server.origin);
  await postMany(ada, groupId, 30, (number) => `Message ${number}`);
  await enter(ada);
  await expect(row(ada.page, 'Message 30')).toBeInViewport();
  await field(ada.page).fill(Array.from({ length: 20 }, (_, line) => `Line ${line}`).join('\n'));
  const height = () =>
    field(ada.page).evaluate((area) => [area.getBoundingClientRect().height, area.scrollHeight > area.clientHeight]);
  await expect.poll(height).toEqual([120, true]);
  await expect(row(ada.page, 'Message 30')).toBeInViewport({ ratio: 1 });
});

test('the chat stays at its end while previews and pictures load there, and shows own messages (UX-05)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId, enter } = await twoMembers(browser, server.origin);
  await postMany(ben, groupId, 20, (number) => `Message ${number}`);
  await enter(ada);
  const list = ada.page.getByRole('log');
  const previews = ada.page.getByText('Unable to load preview');
  for (let count = 1; count <= 3; count += 1) {
    // This domain does not resolve, so a failed preview arrives after the message.
    await say(ada.page, `Look at https://site-${count}.invalid/page`);
    await expect(previews).toHaveCount(count);
    await expect.poll(() => below(list)).toBe(0);
  }
  await post(ben, '/api/messages/send', { groupId, content: 'And this: https://other.invalid/page' });
  await expect(previews).toHaveCount(4);
  await expect.poll(() => below(list)).toBe(0);

  await list.hover();
  await ada.page.mouse.wheel(0, -400);
  await expect.poll(() => below(list)).toBeGreaterThan(100);
  await atRest(list);
  const up = await below(list);
  await post(ben, '/api/messages/send', { groupId, content: 'Who scrolled up is left there.' });
  await expect(row(ada.page, 'Who scrolled up is left there.')).toBeAttached();
  await expect.poll(() => below(list)).toBeGreaterThan(up);
  const buffer = await ada.page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 160 } });
  await ada.page.getByLabel('Files to attach').setInputFiles({ name: 'seat.png', mimeType: 'image/png', buffer });
  await expect(attached(ada.page)).toHaveCount(1);
  await field(ada.page).press('Enter');
  await expect(ada.page.getByRole('button', { name: 'Open seat.png' })).toBeInViewport({ ratio: 1 });
  await expect.poll(() => below(list)).toBe(0);
});

test('a reader at the end stays there when others answer at once (UX-05)', async ({ browser, server }) => {
  const { ada, ben, groupId, enter } = await twoMembers(browser, server.origin);
  await postMany(ben, groupId, 20, (number) => `Message ${number}`);
  await enter(ada);
  const list = ada.page.getByRole('log');
  for (let round = 1; round <= 12; round += 1) {
    await say(ada.page, `Question ${round}.`);
    await post(ben, '/api/messages/send', { groupId, content: `Answer ${round}.` });
    await expect(row(ada.page, `Answer ${round}.`)).toBeAttached();
    await atRest(list);
    await expect.poll(() => below(list)).toBe(0);
  }
});

test('a chat reopens where it was left, even if new messages have arrived (UX-05)', async ({ browser, server }) => {
  const { ada, ben, groupId, enter } = await twoMembers(browser, server.origin);
  // Various heights: the rows are measured again when the chat is reopened.
  await postMany(ben, groupId, 40, (number) => `Line ${number}. ${'More words. '.repeat((number * 7) % 50)}`);
  await enter(ada);
  const list = ada.page.getByRole('log');
  await expect(row(ada.page, 'Line 40.')).toBeInViewport();
  const visitSchedule = async (meanwhile: string) => {
    await ada.page.getByRole('radio', { name: 'Schedule' }).click();
    await expect(list).toHaveCount(0);
    await post(ben, '/api/messages/send', { groupId, content: meanwhile });
    await expect(ada.page.getByRole('radio', { name: 'Chat, 1 unread' })).toBeVisible();
    await ada.page.getByRole('radio', { name: /^Chat/ }).click();
  };

  await list.hover();
  await ada.page.mouse.wheel(0, -600);
  await atRest(list);
  await expect(ada.page.getByRole('button', { name: 'Jump to newest' })).toBeVisible();
  const text = await firstInView(list);
  const place = async () => Math.round((await row(ada.page, text).boundingBox())?.y ?? Number.NaN);
  const at = await place();
  await visitSchedule('Said while nobody looked.');
  await expect.poll(place).toBe(at);
  await expect(row(ada.page, 'Said while nobody looked.')).not.toBeInViewport();

  await ada.page.getByRole('button', { name: 'Jump to newest, 1 unread' }).click();
  await expect(row(ada.page, 'Said while nobody looked.')).toBeInViewport();
  await expect(ada.page.getByRole('radio', { name: 'Chat', exact: true })).toBeVisible();
  await visitSchedule('Who was at the end is there again.');
  await expect(row(ada.page, 'Who was at the end is there again.')).toBeInViewport();
});

const upwards = [
  ['some way up', -900],
  ['to the first loaded one', -3_000],
] as const;
for (const [how, turn] of upwards)
  test(`older messages load while scrolling ${how}, and the message being read does not move (OPEN-072, UX-05)`, async ({
    browser,
    server,
  }) => {
    const { ada, groupId, enter } = await twoMembers(browser, server.origin);
    await postMany(ada, groupId, 160, (number) => `Message ${number}.`);
    await enter(ada);
    await expect(row(ada.page, 'Message 160.')).toBeInViewport();
    const list = ada.page.getByRole('log', { name: 'Messages' });
    await list.hover();
    // A list that opens loads a page ahead, which would end the turn of the wheel.
    await expect.poll(() => list.evaluate((area) => area.scrollTop)).toBeGreaterThan(1_200);
    await atRest(list);

    // The page arrives late: the reader is at rest, and a new message has come.
    let letCome = () => {};
    const mayCome = new Promise<void>((resolve) => {
      letCome = resolve;
    });
    await ada.page.route(/before=/, async (route) => {
      await mayCome;
      await post(ada, '/api/messages/send', { groupId, content: 'Meanwhile' });
      await route.continue();
    });
    const height = () => list.evaluate((area) => area.scrollHeight);
    const asked = ada.page.waitForRequest(/before=/);
    await ada.page.mouse.wheel(0, turn);
    await asked;
    await atRest(list);
    const before = await height();
    // Not the first one itself, which loses its header when others appear above it.
    const text = `Message ${Number(/\d+/.exec(await firstInView(list))?.[0]) + 1}.`;
    const place = async () => (await row(ada.page, text).boundingBox())?.y;
    const at = await place();
    letCome();
    await expect.poll(height).toBeGreaterThan(before + 500);
    await atRest(list);
    expect(await place()).toBe(at);
    await ada.page.unroute(/before=/);

    const firstIsReached = async () => {
      await ada.page.mouse.wheel(0, -400);
      return row(ada.page, 'Message 1.').count();
    };
    await expect.poll(firstIsReached, { intervals: [50], timeout: 60_000 }).toBe(1);
    // The visible lines are in order, without a gap.
    const shown = await list.getByRole('paragraph').allTextContents();
    const numbers = shown.flatMap((text) => /^Message (\d+)/.exec(text)?.slice(1).map(Number) ?? []);
    expect(numbers.length).toBeGreaterThan(1);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    await ada.page.getByRole('button', { name: 'Jump to newest' }).click();
    await expect(row(ada.page, 'Message 160.')).toBeInViewport();
  });

test('a chat reopens at a place far back after a visit to another group, until its end is seen (UX-05)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId, enter } = await twoMembers(browser, server.origin);
  await post(ada, '/api/groups', { name: 'Book Club', description: 'Books on Mondays' });
  const tall = '\n\n\n\n\nMore below';
  await postMany(ben, groupId, 3, (number) => `Old news ${number}${tall}`);
  await enter(ada);
  await expect(row(ada.page, 'Old news 3')).toBeInViewport();
  await expect(ada.page.getByRole('link', { name: 'Film Club', exact: true })).toBeVisible();
  await leaveForSchedule(ada, groupId);
  const count = 130;
  await postMany(ben, groupId, count, (number) => `News ${number} of ${count}${tall}`);
  await ada.page.reload();
  await ada.page.getByRole('link', { name: 'Film Club, 99 or more unread' }).click();
  await expect(row(ada.page, `News ${count} of`)).toBeInViewport();
  // Its neighbors are loaded, but nothing between them and the newest messages.
  await ada.page.getByRole('button', { name: 'Jump to first new' }).click();
  await expect(row(ada.page, 'News 1 of')).toBeInViewport();
  const list = ada.page.getByRole('log');
  // Past the line above the new messages, which disappears once they are seen.
  await list.hover();
  const line = ada.page.getByRole('separator', { name: 'New messages' });
  await ada.page.mouse.wheel(0, 1_500);
  await expect(line).not.toBeInViewport();
  const visitBookClub = async (meanwhile: string) => {
    await atRest(list);
    await ada.page.getByRole('link', { name: 'Book Club' }).click();
    await expect(ada.page.getByLabel('Message Book Club')).toBeVisible();
    await post(ben, '/api/messages/send', { groupId, content: meanwhile });
    await ada.page.getByRole('link', { name: /^Film Club/ }).click();
    await expect(field(ada.page)).toBeVisible();
  };
  await atRest(list);
  const text = await firstInView(list);
  const place = async () => Math.round((await row(ada.page, text).boundingBox())?.y ?? Number.NaN);
  const at = await place();
  await visitBookClub('Said while nobody looked.');
  await expect.poll(place).toBe(at);
  // The new messages are further down.
  await expect(ada.page.getByRole('button', { name: 'Jump to newest, 1 unread' })).toBeVisible();
  await expect(ada.page.getByRole('button', { name: 'Jump to first new' })).toHaveCount(0);

  await ada.page.getByRole('button', { name: /^Jump to newest/ }).click();
  await expect(row(ada.page, 'Said while nobody looked.')).toBeInViewport();
  await visitBookClub('Who was at the end is there again.');
  await expect(row(ada.page, 'Who was at the end is there again.')).toBeInViewport();
});

test('the keyboard focus stays on a message, no matter how far a key leads, and back at the newest', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId, enter } = await twoMembers(browser, server.origin);
  await postMany(ben, groupId, 45, (number) => `Message ${number}.\n\n\n\n\nMore below`);
  await enter(ada);
  const [first, last] = [row(ada.page, 'Message 1.'), row(ada.page, 'Message 45.')];
  await expect(last).toBeInViewport();
  await last.focus();
  await last.press('Home');
  await expect(first).toBeFocused();
  await first.press('End');
  await expect(last).toBeFocused();
  await last.press('Home');
  await expect(first).toBeFocused();
  await ada.page.getByRole('button', { name: 'Jump to newest' }).press('Enter');
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
});
