import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const first = (page: Page) => page.getByRole('article', { name: 'Stand-up', exact: true }).first();
const details = (page: Page) => first(page).getByRole('button', { name: 'Show details for Stand-up' });
const onCard = (name: string) => (page: Page) => [
  details(page),
  first(page).getByRole('button', { name, exact: true }),
];

/** The dialogs of an event that repeats. */
export const repeatingEvent = (groupId: string): Screen => ({
  name: 'an event that repeats',
  path: `/dashboard/group/${groupId}`,
  view: 'calendar',
  ready: first,
  layers: [
    {
      name: 'Seats and guests',
      openers: onCard('Seats'),
      ready: (page) => page.getByRole('dialog', { name: 'Seats and guests' }),
    },
    {
      name: 'Edit Date & Time',
      openers: onCard('Edit Date & Time'),
      ready: (page) => page.getByRole('dialog', { name: 'Edit Date & Time' }),
      steps: [
        async (page) => {
          await page.getByLabel('Repeats').selectOption({ label: 'Custom…' });
          await page.getByRole('dialog', { name: 'Repeats' }).waitFor();
        },
        async (page) => {
          await button(page, 'Friday').click();
          await button(page, 'Done').click();
          await button(page, 'Save Changes').click();
          await page.getByRole('alertdialog', { name: 'Edit repeating event' }).waitFor();
        },
      ],
    },
    {
      name: 'Delete repeating event',
      openers: onCard('Delete'),
      ready: (page) => page.getByRole('alertdialog', { name: 'Delete repeating event' }),
    },
  ],
});
