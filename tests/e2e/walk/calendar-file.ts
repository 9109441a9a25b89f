import type { Locator, Page } from '@playwright/test';
import type { Layer } from './screen.ts';

/** A file with an event that is new, and one that cannot be imported. */
const chooseFile = async (page: Page) => {
  const event = (uid: string, rule: string) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `SUMMARY:Choir ${uid}`,
    'DTSTART:20300519T190000Z',
    `RRULE:FREQ=${rule}`,
    'END:VEVENT',
  ];
  const lines = ['BEGIN:VCALENDAR', ...event('rehearsal', 'WEEKLY'), ...event('bell', 'HOURLY'), 'END:VCALENDAR', ''];
  const buffer = Buffer.from(lines.join('\r\n'));
  await page
    .getByLabel('Choose a calendar file')
    .setInputFiles({ name: 'choir.ics', mimeType: 'text/calendar', buffer });
  await page.getByRole('table').waitFor();
};

/** Import and export on the schedule of a group. @param details opens the card of an event */
export const calendarFileLayers = (details: (page: Page) => Locator): readonly Layer[] => [
  {
    name: 'Import events',
    openers: (page) => [
      page.getByRole('button', { name: 'Schedule options' }),
      page.getByRole('menuitem', { name: 'Import events' }),
    ],
    ready: (page) => page.getByRole('dialog', { name: 'Import events' }),
    plain: true,
    steps: [chooseFile],
  },
  {
    name: 'Add to my calendar',
    openers: (page) => [details(page), page.getByRole('main').getByRole('button', { name: 'Add to my calendar' })],
    ready: (page) => page.getByRole('menuitem', { name: 'Outlook' }),
  },
];
