import type { Locator, Page } from '@playwright/test';
import { field, post, row, say, twoInChat, twoMembers } from './support/film-club.ts';
import { expect, test } from './support/fixtures.ts';

test('two members write, reply, react, edit and delete, live (CHAT-14, CHAT-19, CHAT-20, RT-07, RT-09, RT-10, RT-11)', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await twoInChat(browser, server.origin);
  await say(ada.page, 'Paris, Texas on Friday?');
  await expect(row(ben.page, 'Paris, Texas')).toHaveCount(1);
  await expect(row(ada.page, 'Paris, Texas')).toHaveCount(1);

  await row(ben.page, 'Paris, Texas').hover();
  await ben.page.getByRole('button', { name: 'React with heart' }).click();
  await expect(ada.page.getByRole('button', { name: '❤️ 1' })).toHaveAttribute('aria-pressed', 'false');
  await ben.page.getByRole('button', { name: '❤️ 1' }).click();
  await expect(ada.page.getByRole('button', { name: '❤️ 1' })).toHaveCount(0);

  await row(ben.page, 'Paris, Texas').hover();
  await ben.page.getByRole('button', { name: 'Reply' }).click();
  await expect(ben.page.getByText('Replying to Ada Park')).toBeVisible();
  await say(ben.page, 'I am in');
  await expect(row(ada.page, 'I am in').getByRole('button', { name: /Ada Park Paris, Texas/ })).toBeVisible();

  await row(ada.page, 'Paris, Texas').first().hover();
  await ada.page.getByRole('button', { name: 'Edit', exact: true }).click();
  await ada.page.getByLabel('Edit message').fill('Paris, Texas on Saturday?');
  await ada.page.getByRole('radio', { name: 'Schedule' }).click();
  await ada.page.getByRole('radio', { name: /^Chat/ }).click();
  await expect(ada.page.getByLabel('Edit message')).toHaveValue('Paris, Texas on Saturday?');
  await ada.page.getByRole('button', { name: 'Save' }).click();
  await expect(row(ben.page, 'on Saturday? (edited)')).toHaveCount(1);

  await row(ada.page, 'on Saturday?').first().hover();
  await ada.page.getByRole('button', { name: 'More' }).click();
  await ada.page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(ada.page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await ada.page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(ben.page.getByRole('article').first()).toContainText('This message has been deleted');
});

test('typing is shown to others until the message is sent (CHAT-32, CHAT-34, CHAT-35)', async ({ browser, server }) => {
  const { ada, ben } = await twoInChat(browser, server.origin);
  await field(ben.page).pressSequentially('Hel');
  await expect(ada.page.getByText('Ben is typing...')).toBeVisible();
  await expect(ben.page.getByText('is typing...')).toHaveCount(0);
  await field(ben.page).press('Enter');
  await expect(ada.page.getByText('Ben is typing...')).toHaveCount(0);
});

test('images by one sender are shown side by side, each with actions of its own (CHAT-18, CHAT-22)', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await twoInChat(browser, server.origin);
  const picture = await ada.page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 160 } });
  await ada.page
    .getByLabel('Files to attach')
    .setInputFiles(['one.png', 'two.png'].map((name) => ({ name, mimeType: 'image/png', buffer: picture })));
  await ada.page.getByRole('button', { name: 'Send' }).click();
  const image = (page: Page, name: string) => page.getByRole('article', { name: new RegExp(name) });
  await expect(image(ben.page, 'two.png')).toBeVisible();
  await expect(async () => {
    const left = await image(ben.page, 'one.png').boundingBox();
    const right = await image(ben.page, 'two.png').boundingBox();
    expect(right?.y).toBe(left?.y);
    expect(right?.x).toBeGreaterThan((left?.x ?? 0) + 100);
  }).toPass();

  await image(ben.page, 'two.png').hover();
  await image(ben.page, 'two.png').getByRole('button', { name: 'React with heart' }).click();
  await expect(image(ada.page, 'two.png').getByRole('button', { name: '❤️ 1' })).toBeVisible();
  await expect(image(ada.page, 'one.png').getByRole('button', { name: '❤️ 1' })).toHaveCount(0);

  await ben.page.getByRole('button', { name: 'Open one.png' }).click();
  const lightbox = ben.page.getByRole('dialog', { name: 'one.png' });
  await expect(lightbox).toContainText('1 of 2');
  await expect(lightbox.locator(':focus')).toHaveCount(1);
  await ben.page.keyboard.press('ArrowRight');
  await expect(ben.page.getByRole('dialog', { name: 'two.png' })).toContainText('2 of 2');
  await ben.page.keyboard.press('Escape');
  await expect(ben.page.getByRole('dialog')).toHaveCount(0);

  await image(ada.page, 'one.png').hover();
  await image(ada.page, 'one.png').getByRole('button', { name: 'More' }).click();
  await ada.page.getByRole('menuitem', { name: 'Delete' }).click();
  await ada.page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(ben.page.getByRole('article')).toHaveText([/This message has been deleted/, /❤️1/]);
});

test('messages, their menu and a report can be used by keyboard alone (UX-01)', async ({ browser, server }) => {
  const { ada, ben, groupId, enter } = await twoMembers(browser, server.origin);
  await post(ben, '/api/messages/send', { groupId, content: 'See example.com' });
  await post(ada, '/api/messages/send', { groupId, content: 'Thanks' });
  await enter(ada);
  await expect(row(ada.page, 'See example.com')).toBeVisible();
  await field(ada.page).focus();
  await ada.page.keyboard.press('ArrowUp');
  await expect(ada.page.getByRole('textbox', { name: 'Edit message' })).toBeFocused();
  await ada.page.keyboard.press('Escape');
  await expect(field(ada.page)).toBeFocused();
  await row(ada.page, 'Thanks').focus();
  await ada.page.keyboard.press('ArrowUp');
  await expect(row(ada.page, 'See example.com')).toBeFocused();
  await ada.page.getByRole('button', { name: 'More' }).focus();
  await ada.page.keyboard.press('Enter');
  await expect(ada.page.getByRole('menuitem', { name: 'Thumbs up' })).toBeFocused();
  await ada.page.keyboard.press('r');
  await expect(ada.page.getByRole('menuitem', { name: 'Reply' })).toBeFocused();
  await ada.page.keyboard.press('r');
  await expect(ada.page.getByRole('menuitem', { name: 'Report' })).toBeFocused();
  await ada.page.keyboard.press('Enter');
  await ada.page.getByRole('radio', { name: 'Spam' }).press('Space');
  await expect(ada.page.getByRole('button', { name: 'Report', exact: true })).toBeEnabled();
  await ada.page.getByRole('button', { name: 'Report', exact: true }).press('Enter');
  await expect(ada.page.getByText('Report sent')).toBeVisible();
  await expect(ada.page.getByRole('button', { name: 'More' })).toBeFocused();
});

test('a draft continues at its end after a visit elsewhere', async ({ browser, server }) => {
  const { ada } = await twoInChat(browser, server.origin);
  await field(ada.page).fill('Shall we');
  await ada.page.getByRole('radio', { name: 'Schedule' }).click();
  await expect(field(ada.page)).toHaveCount(0);
  await ada.page.getByRole('radio', { name: /^Chat/ }).click();
  await expect(field(ada.page)).toBeFocused();
  await ada.page.keyboard.type(' go?');
  await expect(field(ada.page)).toHaveValue('Shall we go?');
});

test('people differ in color, links take the color of the group, and deleted messages are not highlighted', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await twoInChat(browser, server.origin);
  await say(ada.page, 'See https://example.invalid/list');
  await say(ben.page, 'Thanks');
  const colorOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).color);
  const nameIn = (text: string) => row(ada.page, text).locator('header b');
  await expect(nameIn('Thanks')).toBeVisible();
  expect(await colorOf(nameIn('Thanks'))).not.toBe(await colorOf(nameIn('See')));
  const link = row(ada.page, 'See').getByRole('link').first();
  const accent = await link.evaluate((element) => {
    const probe = element.appendChild(document.createElement('i'));
    probe.style.color = 'var(--accent-text)';
    return getComputedStyle(probe).color;
  });
  expect(await colorOf(link)).toBe(accent);

  await row(ada.page, 'See').hover();
  await ada.page.getByRole('button', { name: 'More' }).click();
  await ada.page.getByRole('menuitem', { name: 'Delete' }).click();
  await ada.page.getByRole('button', { name: 'Delete', exact: true }).click();
  const deleted = row(ben.page, 'This message has been deleted');
  await deleted.hover();
  await expect(deleted).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
});

test('a text and a link are copied on a page without the clipboard of secure pages', async ({ browser, server }) => {
  const { ada, enter } = await twoMembers(browser, server.origin);
  await ada.context.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await enter(ada);
  await say(ada.page, 'Tickets  at https://example.org/tickets');
  for (const [entry, copied] of [
    ['Copy text', 'Tickets  at https://example.org/tickets'],
    ['Copy web address', 'https://example.org/tickets'],
  ] as const) {
    await row(ada.page, 'Tickets').hover();
    await ada.page.getByRole('button', { name: 'More' }).click();
    await ada.page.getByRole('menuitem', { name: entry }).click();
    await expect(ada.page.getByText('Copied!').last()).toBeVisible();
    // The toast may be that of the copy before.
    await expect(async () => {
      await field(ada.page).fill('');
      await field(ada.page).press('ControlOrMeta+v');
      await expect(field(ada.page)).toHaveValue(copied, { timeout: 1_000 });
    }).toPass();
  }
});
