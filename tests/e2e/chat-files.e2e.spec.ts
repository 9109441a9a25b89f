import { attached, fileOnDisk, row, say, twoInChat } from './support/film-club.ts';
import { expect, type signedInPage, test } from './support/fixtures.ts';

/** Limits the upload rate of a browser, in bytes per second; -1 lifts the limit. */
const limitUpload = async ({ context, page }: Pick<Awaited<ReturnType<typeof signedInPage>>, 'context' | 'page'>) => {
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  return (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
};

test('files are sent before the text, and listed among the files of the group (MEDIA-10)', async ({
  browser,
  server,
}, testInfo) => {
  const { ada, ben } = await twoInChat(browser, server.origin);
  await ada.page.getByLabel('Files to attach').setInputFiles(await fileOnDisk(testInfo, 'notes.txt', 1_000));
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
});

test('a picture is shown by the session of its browser, and its address opens nothing elsewhere (SAFE-20)', async ({
  browser,
  server,
}) => {
  const { ada, ben } = await twoInChat(browser, server.origin);
  const picture = { name: 'lake.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') };
  await ada.page.getByLabel('Files to attach').setInputFiles(picture);
  await ada.page.getByRole('button', { name: 'Send' }).click();
  const shown = ben.page.getByRole('img', { name: 'lake.png' });
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  const address = (await shown.getAttribute('src')) ?? '';
  const status = (page: typeof ben.page) => page.evaluate(async (url) => (await fetch(url)).status, address);
  expect(await status(ben.page)).toBe(200);
  const stranger = await (await browser.newContext({ baseURL: server.origin })).newPage();
  await stranger.goto('/');
  expect(await status(stranger)).toBe(401);
});

/** One pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The first bytes of a video, by which it is recognized. */
const FILM = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1');
const MEGABYTE = 1_048_576;

test('a file of exactly the limit is sent with progress, and one byte more is refused (LIMIT-11, MEDIA-03, MEDIA-04, MEDIA-06, MEDIA-08)', async ({
  browser,
  server,
}, testInfo) => {
  test.setTimeout(180_000);
  const { ada, ben } = await twoInChat(browser, server.origin);
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
  const limit = await limitUpload(ada);
  await limit(MEGABYTE);
  await ada.page.getByRole('button', { name: 'Send' }).click();
  await expect(ada.page.getByRole('progressbar', { name: 'Sending film.mp4' })).toBeVisible();
  await limit(-1);
  // A player, or a card once the browser finds that it cannot play the video.
  await expect(ben.page.getByRole('article', { name: /film\.mp4/ })).toHaveCount(1, { timeout: 60_000 });
  await expect(row(ben.page, 'archive.bin')).toContainText('25 MB', { timeout: 60_000 });
  await expect(attached(ada.page)).toHaveCount(0);
});

test('a file on a slow connection shows its progress, lets a text overtake it, and can be cancelled (MEDIA-08)', async ({
  browser,
  server,
}, testInfo) => {
  const { ada, ben } = await twoInChat(browser, server.origin);
  const limit = await limitUpload(ada);
  await limit(200_000);
  await ada.page.getByLabel('Files to attach').setInputFiles(await fileOnDisk(testInfo, 'slow.bin', 20 * MEGABYTE));
  await ada.page.getByRole('button', { name: 'Send' }).click();
  const bar = ada.page.getByRole('progressbar', { name: 'Sending slow.bin' });
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(0);
  await expect(attached(ada.page)).toContainText('% of 20 MB');
  await say(ada.page, 'It takes a while');
  await expect(row(ben.page, 'It takes a while')).toHaveCount(1);
  await ada.page.getByRole('button', { name: 'Cancel slow.bin' }).click();
  await expect(attached(ada.page)).toHaveCount(0);
  await limit(-1);
  await say(ada.page, 'Never mind');
  await expect(row(ben.page, 'Never mind')).toHaveCount(1);
  await expect(ben.page.getByRole('article')).toHaveText([/It takes a while/, /Never mind/]);
});
