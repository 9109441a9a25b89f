import { readFile } from 'node:fs/promises';
import { callApi } from './support/api.ts';
import { dayFromNow } from './support/days.ts';
import { expect, signedInPage, test } from './support/fixtures.ts';

const file = (...events: readonly (readonly string[])[]) => ({
  name: 'choir.ics',
  mimeType: 'text/calendar',
  buffer: Buffer.from(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      ...events.flatMap((event) => ['BEGIN:VEVENT', ...event, 'END:VEVENT']),
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  ),
});

test('a calendar link is made in the account, and shown once (ICS-01, ICS-02)', async ({
  browser,
  baseURL,
  request,
}) => {
  const { page } = await signedInPage(browser, baseURL ?? '', { firstName: 'Maya', lastName: 'Vale' });
  await page.goto('/account');
  const own = page.getByRole('listitem', { name: 'My Schedule' });
  await own.getByRole('button', { name: 'Create link' }).press('Enter');
  const address = await own.getByText(/quorum\.ics$/).innerText();
  const answer = await request.get(new URL(address).pathname);
  expect(await answer.text()).toContain('X-WR-CALNAME:My Schedule');
  await page.reload();
  await expect(own).toContainText('Link made today · last fetched today');
  await expect(own.getByText(address)).toHaveCount(0);
  await own.getByRole('button', { name: /^Turn off/ }).press('Enter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).press('Enter');
  await expect(own).toContainText('No link');
  expect((await request.get(new URL(address).pathname)).status()).toBe(404);
});

test('an event is downloaded as a file, which is here already when it is imported again, and others are new (ICS-09, ICS-12, ICS-13)', async ({
  browser,
  baseURL,
}) => {
  const { page, account } = await signedInPage(browser, baseURL ?? '', { firstName: 'Maya', lastName: 'Vale' });
  const date = dayFromNow(2);
  await callApi(page, account.token, 'POST', '/api/events', { name: 'Dinner', date, time: '12:00', timeZone: 'UTC' });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Show details for Dinner' }).press('Enter');
  await page.getByRole('button', { name: 'Add to my calendar' }).press('Enter');
  // Its code arrives after the key.
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Apple Calendar or other (.ics)' }).press('Enter');
  const saved = await readFile(await (await downloading).path(), 'utf8');
  const uid = /^UID:.*$/m.exec(saved)?.[0].trim() ?? '';
  const start = `DTSTART:${date.replaceAll('-', '')}T120000Z`;

  await page.getByRole('button', { name: 'Schedule options' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Import events' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import events' });
  const events = [
    [uid, 'SUMMARY:Dinner', start],
    ['UID:choir', 'SUMMARY:Choir', start],
    ['UID:plants', 'SUMMARY:Water the plants', start, 'RRULE:FREQ=HOURLY;INTERVAL=4'],
  ];
  await dialog.getByLabel('Choose a calendar file').setInputFiles(file(...events));
  const row = (name: string) =>
    dialog.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Import ${name}`, exact: true }) });
  await expect(row('Dinner')).toContainText('Already here');
  await expect(row('Choir')).toContainText('Overlaps Dinner');
  await expect(row('Water the plants')).toContainText('Repeats in a way we don’t support');
  await dialog.getByRole('button', { name: 'Import 1 event' }).press('Enter');
  await expect(page.getByText('1 imported, 1 already here, 1 couldn’t be imported')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Choir' })).toBeVisible();
});
