import { truncate, writeFile } from 'node:fs/promises';
import type { Browser, Locator, Page, TestInfo } from '@playwright/test';
import { expect, signedInPage, test } from './support/fixtures.ts';

type Member = Awaited<ReturnType<typeof signedInPage>>;

const post = async ({ page, account }: Member, path: string, data: object) => {
  const response = await page.request.post(path, { data, headers: { authorization: `Bearer ${account.token}` } });
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
  return response.json();
};

/** Two browsers in the chat of one group. */
const twoMembers = async (browser: Browser, origin: string) => {
  const ada = await signedInPage(browser, origin, { firstName: 'Ada', lastName: 'Park' });
  const ben = await signedInPage(browser, origin, { firstName: 'Ben', lastName: 'Cole' });
  const { group } = await post(ada, '/api/groups', { name: 'Film Club', description: 'Films on Fridays' });
  await expect
    .poll(async () => {
      const answer = await ben.page.request.post('/api/groups/join/link', {
        data: { inviteCode: group.inviteCode },
        headers: { authorization: `Bearer ${ben.account.token}` },
      });
      return answer.ok();
    })
    .toBe(true);
  for (const { context } of [ada, ben])
    await context.addInitScript(() => localStorage.setItem('preferred_view', 'chat'));
  const enter = async ({ page }: Member) => {
    await page.goto(`/dashboard/group/${group._id}`);
    await expect(field(page)).toBeVisible();
  };
  return { ada, ben, groupId: group._id as string, enter };
};

const field = (page: Page) => page.getByLabel('Message Film Club');
const row = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const attached = (page: Page) => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem');
const noConnection = (page: Page) =>
  page.getByText('No connection. What you send waits here and goes out once, in order.');
/** Id of the message up to which the server knows a group to be read. */
const lastRead = async ({ page, account }: Member, groupId: string): Promise<string | null> => {
  const answer = await page.request.get('/api/groups/my-groups', {
    headers: { authorization: `Bearer ${account.token}` },
  });
  const { groups } = (await answer.json()) as { groups: { _id: string; lastReadMessageId: string | null }[] };
  return groups.find(({ _id }) => _id === groupId)?.lastReadMessageId ?? null;
};
/** What arrives while the chat is still on the screen is read there, so its leaving is awaited. */
const leaveForSchedule = async (member: Member, groupId: string) => {
  await member.page.getByRole('link', { name: 'My Schedule' }).click();
  await expect(field(member.page)).toHaveCount(0);
  await expect.poll(() => lastRead(member, groupId)).not.toBeNull();
};
/** Files of the disk, which the browser reads itself, need not be carried into it. */
const fileOnDisk = async (testInfo: TestInfo, name: string, size: number, beginning: string | Buffer = '') => {
  const path = testInfo.outputPath(name);
  await writeFile(path, beginning);
  await truncate(path, size);
  return path;
};
/** A list that is scrolled has not moved for a while. */
const atRest = (list: Locator): Promise<void> =>
  list.evaluate(async (area) => {
    for (let still = 0, last = area.scrollTop; still < 10; last = area.scrollTop) {
      await new Promise((resolve) => requestAnimationFrame(resolve));
      still = area.scrollTop === last ? still + 1 : 0;
    }
  });
const say = async (page: Page, text: string) => {
  await field(page).fill(text);
  await field(page).press('Enter');
};

test('two members write, reply, react, edit and delete, live (CHAT-14, CHAT-19, CHAT-20, RT-07, RT-09, RT-10, RT-11)', async ({
  browser,
  server,
}) => {
  const { ada, ben, enter } = await twoMembers(browser, server.origin);
  await enter(ada);
  await enter(ben);
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
  await ada.page.getByRole('button', { name: 'Save' }).click();
  await expect(row(ben.page, 'on Saturday? (edited)')).toHaveCount(1);

  await row(ada.page, 'on Saturday?').first().hover();
  await ada.page.getByRole('button', { name: 'More' }).click();
  await ada.page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(ada.page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await ada.page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(ben.page.getByRole('article').first()).toContainText('This message has been deleted');
  await ada.context.close();
  await ben.context.close();
});

test('shows others that someone is typing, until it is sent (CHAT-32, CHAT-33, CHAT-34, CHAT-35)', async ({
  browser,
  server,
}) => {
  const { ada, ben, enter } = await twoMembers(browser, server.origin);
  await enter(ada);
  await enter(ben);
  await field(ben.page).pressSequentially('Hel');
  await expect(ada.page.getByText('Ben is typing...')).toBeVisible();
  await expect(ben.page.getByText('is typing...')).toHaveCount(0);
  await field(ben.page).press('Enter');
  await expect(ada.page.getByText('Ben is typing...')).toHaveCount(0);
  await ada.context.close();
  await ben.context.close();
});

test('without a connection texts queue visibly and are sent once, in order; the draft survives a reload (UX-04)', async ({
  browser,
  server,
}) => {
  const { ada, ben, enter } = await twoMembers(browser, server.origin);
  await enter(ada);
  await enter(ben);
  await say(ada.page, 'First');
  await expect(row(ben.page, 'First')).toHaveCount(1);
  await ada.context.setOffline(true);
  await say(ada.page, 'Second');
  await say(ada.page, 'Third');
  await expect(noConnection(ada.page)).toBeVisible();
  await expect(ada.page.getByText('Queued')).toHaveCount(2);
  await field(ada.page).fill('Not sent yet');
  await ada.context.setOffline(false);
  await expect(row(ben.page, 'Third')).toHaveCount(1);
  await expect(ada.page.getByText('Queued')).toHaveCount(0);
  await expect(noConnection(ada.page)).toHaveCount(0);
  await expect(ben.page.getByRole('article').getByRole('paragraph')).toHaveText(['First', 'Second', 'Third']);
  await ada.page.reload();
  await expect(field(ada.page)).toHaveValue('Not sent yet');
  await ada.context.close();
  await ben.context.close();
});

test('a connection that survives a short network loss works again, including read markers (UX-04, UX-03)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId, enter } = await twoMembers(browser, server.origin);
  await enter(ada);
  const readSince = async (content: string) => {
    await ada.page.bringToFront();
    const { message } = await post(ben, '/api/messages/send', { groupId, content });
    await expect(row(ada.page, content)).toHaveCount(1);
    await expect.poll(() => lastRead(ada, groupId)).toBe(message._id);
  };
  await readSince('Before');
  await ada.context.setOffline(true);
  await expect(noConnection(ada.page)).toBeVisible();
  await ada.context.setOffline(false);
  await expect(noConnection(ada.page)).toHaveCount(0);
  await readSince('After');

  // A browser may be wrong about its network, and say nothing more about it.
  const tryNow = ada.page.getByRole('button', { name: 'Try now' });
  // An answer to the check that followed the short time without a network may still come in and end this at once.
  await expect(async () => {
    await ada.page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await tryNow.click({ timeout: 5_000 });
  }).toPass();
  await expect(noConnection(ada.page)).toHaveCount(0);
  await readSince('After all');
  await ada.context.close();
  await ben.context.close();
});

test('unread messages are counted, appear below a line, and are read once seen (UX-03)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId, enter } = await twoMembers(browser, server.origin);
  await post(ben, '/api/messages/send', { groupId, content: 'Old news' });
  await enter(ada);
  await expect(row(ada.page, 'Old news')).toHaveCount(1);
  await expect(ada.page.getByRole('link', { name: 'Film Club', exact: true })).toBeVisible();
  await leaveForSchedule(ada, groupId);
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
  await ada.context.close();
  await ben.context.close();
});

for (const [count, place] of [
  [40, 'that are loaded'],
  [70, 'of which the first ones are not loaded'],
] as const)
  test(`leads up to the first of many new messages, ${place} (UX-03)`, async ({ browser, server }) => {
    const { ada, ben, groupId, enter } = await twoMembers(browser, server.origin);
    await post(ben, '/api/messages/send', { groupId, content: 'Old news' });
    await enter(ada);
    await expect(row(ada.page, 'Old news')).toHaveCount(1);
    await expect(ada.page.getByRole('link', { name: 'Film Club', exact: true })).toBeVisible();
    await leaveForSchedule(ada, groupId);
    for (let index = 1; index <= count; index += 1)
      await post(ben, '/api/messages/send', { groupId, content: `News ${index} of ${count}` });
    await ada.page.getByRole('link', { name: `Film Club, ${count} unread` }).click();
    await expect(row(ada.page, `News ${count} of`)).toBeInViewport();
    const lead = ada.page.getByRole('button', { name: 'Jump to first new' });
    await lead.click();
    await expect(ada.page.getByRole('separator', { name: 'New messages' })).toBeInViewport();
    await expect(row(ada.page, 'News 1 of')).toBeInViewport();
    await expect(lead).toHaveCount(0);
    // Having been there, nobody is sent there again.
    await ada.page.getByRole('button', { name: 'Jump to newest' }).click();
    await expect(row(ada.page, `News ${count} of`)).toBeInViewport();
    await expect(lead).toHaveCount(0);
    await ada.context.close();
    await ben.context.close();
  });

test('sends files with progress, then the text; refuses files that are too large (MEDIA-04, MEDIA-08, MEDIA-10)', async ({
  browser,
  server,
}, testInfo) => {
  const { ada, ben, enter } = await twoMembers(browser, server.origin);
  await enter(ada);
  await enter(ben);
  const file = (name: string, size: number) => fileOnDisk(testInfo, name, size);
  await ada.page
    .getByLabel('Files to attach')
    .setInputFiles([await file('notes.txt', 1_000), await file('huge.bin', 26_214_401)]);
  await expect(ada.page.getByRole('alertdialog', { name: 'Files Too Large' })).toContainText('huge.bin');
  await ada.page.getByRole('button', { name: 'OK' }).click();
  await expect(ada.page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')).toHaveCount(1);
  await say(ada.page, 'The notes');
  await expect(row(ben.page, 'notes.txt')).toHaveCount(1);
  await expect(row(ben.page, 'The notes')).toHaveCount(1);
  await expect(ben.page.getByRole('article')).toHaveText([/notes\.txt/, /The notes/]);
  await expect(ada.page.getByRole('list', { name: 'Attached files' })).toHaveCount(0);

  await ben.page.getByRole('button', { name: 'Files', exact: true }).click();
  const popout = ben.page.getByRole('dialog', { name: 'Files' });
  await expect(popout.getByText('notes.txt')).toBeVisible();
  await ben.page.keyboard.press('Escape');
  await expect(popout).toHaveCount(0);
  await expect(ben.page.getByRole('button', { name: 'Files', exact: true })).toBeFocused();
  await ada.context.close();
  await ben.context.close();
});

/** How a film begins, to whoever looks at its content. */
const FILM = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
const MEGABYTE = 1_048_576;

test('a file of exactly the limit is sent with progress, and one byte more is refused (LIMIT-11, MEDIA-03, MEDIA-06, MEDIA-08)', async ({
  browser,
  server,
}, testInfo) => {
  const { ada, ben, enter } = await twoMembers(browser, server.origin);
  await enter(ada);
  await enter(ben);
  const file = (name: string, size: number, beginning?: Buffer) => fileOnDisk(testInfo, name, size, beginning);
  await ada.page
    .getByLabel('Files to attach')
    .setInputFiles([
      await file('film.mp4', 100 * MEGABYTE, FILM),
      await file('archive.bin', 25 * MEGABYTE),
      await file('longer.mp4', 100 * MEGABYTE + 1, FILM),
      await file('larger.bin', 25 * MEGABYTE + 1),
    ]);
  const dialog = ada.page.getByRole('alertdialog', { name: 'Files Too Large' });
  await expect(dialog).toContainText('The following files are too large:');
  await expect(dialog.getByRole('listitem')).toHaveText([
    /longer\.mp4.*MB exceeds 100MB limit for videos/,
    /larger\.bin.*MB exceeds 25MB limit for files/,
  ]);
  await ada.page.getByRole('button', { name: 'OK' }).click();
  await expect(attached(ada.page)).toHaveCount(2);
  await ada.page.getByRole('button', { name: 'Send' }).click();
  await expect(ada.page.getByRole('progressbar', { name: 'Sending film.mp4' })).toBeVisible();
  // A player, or a card once the browser has found out that nothing in it can be played.
  await expect(ben.page.getByRole('article', { name: /film\.mp4/ })).toHaveCount(1, { timeout: 60_000 });
  await expect(row(ben.page, 'archive.bin')).toContainText('25 MB', { timeout: 60_000 });
  await expect(attached(ada.page)).toHaveCount(0);
  await ada.context.close();
  await ben.context.close();
});

test('a file on a slow connection shows its progress, lets a text overtake it, and can be cancelled (MEDIA-08)', async ({
  browser,
  server,
}, testInfo) => {
  const { ada, ben, enter } = await twoMembers(browser, server.origin);
  await enter(ada);
  await enter(ben);
  const network = await ada.context.newCDPSession(ada.page);
  const slow = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await network.send('Network.enable');
  await slow(200_000);
  await ada.page.getByLabel('Files to attach').setInputFiles(await fileOnDisk(testInfo, 'slow.bin', 20 * MEGABYTE));
  await ada.page.getByRole('button', { name: 'Send' }).click();
  const bar = ada.page.getByRole('progressbar', { name: 'Sending slow.bin' });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await expect(attached(ada.page)).toContainText('% of 20 MB');
  await say(ada.page, 'It takes a while');
  await expect(row(ben.page, 'It takes a while')).toHaveCount(1);
  await ada.page.getByRole('button', { name: 'Cancel slow.bin' }).click();
  await expect(attached(ada.page)).toHaveCount(0);
  await slow(-1);
  await say(ada.page, 'Never mind');
  await expect(row(ben.page, 'Never mind')).toHaveCount(1);
  await expect(ben.page.getByRole('article')).toHaveText([/It takes a while/, /Never mind/]);
  await ada.context.close();
  await ben.context.close();
});

test('files sent without a connection wait in the chat and are sent once, in order with the texts (UX-04)', async ({
  browser,
  server,
}, testInfo) => {
  const { ada, ben, enter } = await twoMembers(browser, server.origin);
  await enter(ada);
  await enter(ben);
  await say(ada.page, 'Online');
  await expect(row(ben.page, 'Online')).toHaveCount(1);
  await ada.context.setOffline(true);
  await say(ada.page, 'Before');
  await ada.page
    .getByLabel('Files to attach')
    .setInputFiles([await fileOnDisk(testInfo, 'quote.xlsx', 48_000), await fileOnDisk(testInfo, 'wrong.txt', 10)]);
  await say(ada.page, 'This is the quote');
  await expect(ada.page.getByText('Queued')).toHaveCount(4);
  await expect(attached(ada.page)).toHaveCount(0);
  await ada.page.getByRole('button', { name: 'Remove wrong.txt' }).click();
  await expect(ada.page.getByRole('article')).toHaveText([/Online/, /Before/, /quote\.xlsx/, /This is the quote/]);
  await ada.context.setOffline(false);
  await expect(row(ben.page, 'This is the quote')).toHaveCount(1);
  for (const { page } of [ada, ben]) {
    await expect(page.getByText('Queued')).toHaveCount(0);
    await expect(page.getByRole('article')).toHaveText([/Online/, /Before/, /quote\.xlsx/, /This is the quote/]);
  }
  await ada.context.close();
  await ben.context.close();
});

test('a queued file survives a reload, and is erased at logout (UX-04)', async ({ browser, server }, testInfo) => {
  const { ada, ben, enter } = await twoMembers(browser, server.origin);
  await enter(ada);
  await enter(ben);
  const kept = () =>
    ada.page.evaluate(async () => {
      const answer = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const database = await answer(indexedDB.open('quorum'));
      const count = await answer(database.transaction('files').objectStore('files').count());
      database.close();
      return count;
    });
  const sendLater = async (name: string) => {
    await ada.page.getByLabel('Files to attach').setInputFiles(await fileOnDisk(testInfo, name, 48_000));
    await ada.page.getByRole('button', { name: 'Send' }).click();
    await expect(row(ada.page, name)).toContainText('Queued');
    await expect.poll(kept).toBe(1);
  };
  await ada.page.route('**/api/messages/send-file', (route) => route.abort());
  await sendLater('quote.xlsx');
  await ada.page.unroute('**/api/messages/send-file');
  await ada.page.reload();
  await expect(row(ben.page, 'quote.xlsx')).toHaveCount(1);
  await expect(row(ada.page, 'quote.xlsx')).toHaveCount(1);
  await expect(ada.page.getByText('Queued')).toHaveCount(0);
  await expect.poll(kept).toBe(0);

  await ada.page.route('**/api/messages/send-file', (route) => route.abort());
  await sendLater('secret.txt');
  await ada.page.getByRole('link', { name: 'Account' }).click();
  await ada.page.getByRole('button', { name: 'Logout' }).click();
  await ada.page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(ada.page.getByRole('textbox', { name: 'Phone number' })).toBeVisible();
  await expect.poll(kept).toBe(0);
  await ada.context.close();
  await ben.context.close();
});

test('a draft continues in the tab that is being viewed (UX-04)', async ({ browser, server }) => {
  const { ada, enter } = await twoMembers(browser, server.origin);
  await enter(ada);
  const other = { ...ada, page: await ada.context.newPage() };
  await enter(other);
  await field(other.page).pressSequentially('Begun here');
  await ada.page.evaluate(() => Object.defineProperty(document, 'hasFocus', { value: () => false }));
  await field(other.page).pressSequentially(', and there');
  await expect(field(ada.page)).toHaveValue('Begun here, and there');
  await ada.context.close();
});

test('images by one sender are shown side by side, each with actions of its own (CHAT-18, CHAT-22)', async ({
  browser,
  server,
}) => {
  const { ada, ben, enter } = await twoMembers(browser, server.origin);
  await enter(ada);
  await enter(ben);
  const picture = await ada.page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 160 } });
  await ada.page
    .getByLabel('Files to attach')
    .setInputFiles(['one.png', 'two.png'].map((name) => ({ name, mimeType: 'image/png', buffer: picture })));
  await ada.page.getByRole('button', { name: 'Send' }).click();
  const image = (page: Page, name: string) => page.getByRole('article', { name: new RegExp(name) });
  await expect(image(ben.page, 'two.png')).toBeVisible();
  const [left, right] = [
    await image(ben.page, 'one.png').boundingBox(),
    await image(ben.page, 'two.png').boundingBox(),
  ];
  expect(right?.y).toBe(left?.y);
  expect(right?.x).toBeGreaterThan((left?.x ?? 0) + 100);

  await image(ben.page, 'two.png').hover();
  await image(ben.page, 'two.png').getByRole('button', { name: 'React with heart' }).click();
  await expect(image(ada.page, 'two.png').getByRole('button', { name: '❤️ 1' })).toBeVisible();
  await expect(image(ada.page, 'one.png').getByRole('button', { name: '❤️ 1' })).toHaveCount(0);

  await ben.page.getByRole('button', { name: 'Open one.png' }).click();
  const lightbox = ben.page.getByRole('dialog', { name: 'one.png' });
  await expect(lightbox).toContainText('1 of 2');
  await ben.page.keyboard.press('ArrowRight');
  await expect(ben.page.getByRole('dialog', { name: 'two.png' })).toContainText('2 of 2');
  await ben.page.keyboard.press('Escape');
  await expect(ben.page.getByRole('dialog')).toHaveCount(0);

  await image(ada.page, 'one.png').hover();
  await image(ada.page, 'one.png').getByRole('button', { name: 'More' }).click();
  await ada.page.getByRole('menuitem', { name: 'Delete' }).click();
  await ada.page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(ben.page.getByRole('article')).toHaveText([/This message has been deleted/, /❤️1/]);
  await ada.context.close();
  await ben.context.close();
});

test('the input grows up to 120 pixels, and the chat stays at its end (CHAT-11, LIMIT-15)', async ({
  browser,
  server,
}) => {
  const { ada, groupId, enter } = await twoMembers(browser, server.origin);
  for (let index = 0; index < 30; index += 1)
    await post(ada, '/api/messages/send', { groupId, content: `Message ${index}` });
  await enter(ada);
  await expect(row(ada.page, 'Message 29')).toBeInViewport();
  await field(ada.page).fill(Array.from({ length: 20 }, (_, line) => `Line ${line}`).join('\n'));
  const height = await field(ada.page).evaluate((area) => [
    area.getBoundingClientRect().height,
    area.scrollHeight > area.clientHeight,
  ]);
  expect(height).toEqual([120, true]);
  await expect(row(ada.page, 'Message 29')).toBeInViewport({ ratio: 1 });
  await ada.context.close();
});

/** How many pixels of a list lie below its window. */
const below = (list: Locator): Promise<number> =>
  list.evaluate((area) => Math.round(area.scrollHeight - area.scrollTop - area.clientHeight));

test('the chat stays at its end while previews and pictures load there, and shows own messages (UX-05)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId, enter } = await twoMembers(browser, server.origin);
  for (let index = 0; index < 20; index += 1)
    await post(ben, '/api/messages/send', { groupId, content: `Message ${index}` });
  await enter(ada);
  const list = ada.page.getByRole('log');
  const previews = ada.page.getByText('Unable to load preview');
  for (let count = 1; count <= 3; count += 1) {
    // No name of this domain leads anywhere, so a preview that failed comes after the message.
    await say(ada.page, `Look at https://site-${count}.invalid/page`);
    await expect(previews).toHaveCount(count);
    await expect.poll(() => below(list)).toBe(0);
  }
  await post(ben, '/api/messages/send', { groupId, content: 'And this: https://other.invalid/page' });
  await expect(previews).toHaveCount(4);
  await expect.poll(() => below(list)).toBe(0);

  await list.hover();
  await ada.page.mouse.wheel(0, -400);
  await atRest(list);
  const up = await below(list);
  expect(up).toBeGreaterThan(100);
  await post(ben, '/api/messages/send', { groupId, content: 'Who scrolled up is left there.' });
  await expect(row(ada.page, 'Who scrolled up is left there.')).toBeAttached();
  await expect.poll(() => below(list)).toBeGreaterThan(up);
  const buffer = await ada.page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 160 } });
  await ada.page.getByLabel('Files to attach').setInputFiles({ name: 'seat.png', mimeType: 'image/png', buffer });
  await field(ada.page).press('Enter');
  await expect(ada.page.getByRole('button', { name: 'Open seat.png' })).toBeInViewport({ ratio: 1 });
  await expect.poll(() => below(list)).toBe(0);
  await ada.context.close();
  await ben.context.close();
});

test('older messages load while scrolling up, without moving what is being read (OPEN-072, UX-05)', async ({
  browser,
  server,
}) => {
  const { ada, groupId, enter } = await twoMembers(browser, server.origin);
  for (let index = 0; index < 160; index += 1)
    await post(ada, '/api/messages/send', { groupId, content: `Message ${index}.` });
  await enter(ada);
  await expect(row(ada.page, 'Message 159.')).toBeInViewport();
  const list = ada.page.getByRole('log', { name: 'Messages' });
  await list.hover();

  // A slow page: the reader has come to rest when it arrives, and so has a new message.
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
  const before = await height();
  const asked = ada.page.waitForRequest(/before=/);
  await ada.page.mouse.wheel(0, -900);
  await asked;
  await atRest(list);
  expect(await height()).toBe(before);
  const text = await list.evaluate(
    (area) =>
      [...area.querySelectorAll('article p')].find(
        (one) => one.getBoundingClientRect().top > area.getBoundingClientRect().top,
      )?.textContent ?? '',
  );
  const place = async () => (await row(ada.page, text).boundingBox())?.y;
  const at = await place();
  letCome();
  await expect.poll(height).toBeGreaterThan(before + 500);
  expect(await place()).toBe(at);
  await ada.page.unroute(/before=/);

  for (let tries = 0; tries < 80 && (await row(ada.page, 'Message 0.').count()) === 0; tries += 1) {
    await ada.page.mouse.wheel(0, -400);
    await ada.page.waitForTimeout(50);
  }
  await expect(row(ada.page, 'Message 0.')).toHaveCount(1);
  // What is on the screen are neighbours in the right order.
  const shown = await list.getByRole('paragraph').allTextContents();
  const numbers = shown.map((text) => Number(/\d+/.exec(text)?.[0]));
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  await ada.page.getByRole('button', { name: 'Jump to newest' }).click();
  await expect(row(ada.page, 'Message 159.')).toBeInViewport();
  await ada.context.close();
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
  await ada.page.getByRole('button', { name: 'Report', exact: true }).press('Enter');
  await expect(ada.page.getByText('Report sent')).toBeVisible();
  await expect(ada.page.getByRole('button', { name: 'More' })).toBeFocused();
  await ada.context.close();
  await ben.context.close();
});
