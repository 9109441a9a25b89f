import {
  attached,
  field,
  fileOnDisk,
  lastRead,
  noConnection,
  post,
  row,
  say,
  twoInChat,
  twoMembers,
} from './support/film-club.ts';
import { expect, test } from './support/fixtures.ts';

test('texts queue visibly without a connection and are sent once, in order; the draft survives a reload (UX-04)', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await twoInChat(browser, server.origin);
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
});

test('a connection that survives a short network loss works again, including read markers (UX-04, UX-03)', async ({
  browser,
  server,
}) => {
  const { ada, ben, groupId, enter } = await twoMembers(browser, server.origin);
  await enter(ada);
  const readSince = async (content: string) => {
    await ada.page.bringToFront();
    const { message } = await post<{ message: { _id: string } }>(ben, '/api/messages/send', { groupId, content });
    await expect(row(ada.page, content)).toHaveCount(1);
    // Leaving the chat stores what was read.
    await ada.page.getByRole('radio', { name: 'Schedule' }).click();
    await expect.poll(() => lastRead(ada, groupId)).toBe(message._id);
    await ada.page.getByRole('radio', { name: 'Chat' }).click();
  };
  await readSince('Before');
  await ada.context.setOffline(true);
  await expect(noConnection(ada.page)).toBeVisible();
  await ada.context.setOffline(false);
  await expect(noConnection(ada.page)).toHaveCount(0);
  await readSince('After');

  // A browser may be wrong about its network, and report no further change.
  const tryNow = ada.page.getByRole('button', { name: 'Try Again' });
  // The answer to the connection check after the network loss may arrive and end the state at once.
  await expect(async () => {
    await ada.page.evaluate(() => window.dispatchEvent(new Event('offline')));
    await tryNow.click({ timeout: 5_000 });
  }).toPass();
  await expect(noConnection(ada.page)).toHaveCount(0);
  await readSince('After all');
});

test('files sent without a connection wait in the chat and are sent once, in order with the texts (UX-04)', async ({
  browser,
  server,
}, testInfo) => {
  const { ada, ben } = await twoInChat(browser, server.origin);
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
});

test('the page asks before it goes with files that are not sent, on every screen; texts survive a reload (UX-04)', async ({
  browser,
  server,
}, testInfo) => {
  const { ada, ben } = await twoInChat(browser, server.origin);
  const asked: string[] = [];
  let answer: 'accept' | 'dismiss' = 'dismiss';
  ada.page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog[answer]();
  });
  const leave = () => ada.page.evaluate(() => setTimeout(() => location.reload(), 0));
  await ada.page.getByLabel('Files to attach').setInputFiles(await fileOnDisk(testInfo, 'quote.xlsx', 48_000));
  await ada.page.getByRole('link', { name: 'My Schedule' }).click();
  await expect(field(ada.page)).toHaveCount(0);
  await leave();
  await expect.poll(() => asked).toEqual(['beforeunload']);
  await ada.page.getByRole('link', { name: 'Film Club' }).click();
  await expect(attached(ada.page)).toHaveCount(1);

  await ada.page.route('**/api/messages/send*', (route) => route.abort());
  await say(ada.page, 'The quote');
  await expect(row(ada.page, 'quote.xlsx')).toContainText('Queued');
  await expect(row(ada.page, 'The quote')).toContainText('Queued');
  await leave();
  await expect.poll(() => asked.length).toBe(2);
  answer = 'accept';
  // Only then can nothing be sent before the page goes.
  const reloaded = ada.page.waitForEvent('load');
  await leave();
  await reloaded;
  await ada.page.unroute('**/api/messages/send*');
  await expect(row(ben.page, 'The quote')).toHaveCount(1);
  await expect(row(ben.page, 'quote.xlsx')).toHaveCount(0);
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
});
