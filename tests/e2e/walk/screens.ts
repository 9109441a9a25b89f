// oxlint-disable max-lines -- one list of every screen
import type { Page } from '@playwright/test';
import { freshNumber, phoneField } from '../support/fixtures.ts';
import { calendarFileLayers } from './calendar-file.ts';
import { repeatingEvent } from './repeating-screen.ts';
import type { Layer, Screen } from './screen.ts';

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });
const question = (name: string) => (page: Page) => page.getByRole('alertdialog', { name });
const cancel = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' });
const type = (label: string | RegExp, text: string) => (page: Page) =>
  page.getByRole('textbox', { name: label }).fill(text);

export const publicScreens: readonly Screen[] = [
  { name: 'terms', path: '/terms', ready: heading('Terms of Service') },
  { name: 'privacy', path: '/privacy', ready: heading('Privacy Policy') },
  { name: 'support', path: '/support', ready: heading('How can we help?') },
  { name: 'an answer', path: '/support#reach-support', ready: heading('How can we help?') },
  { name: 'apps', path: '/app-download', ready: heading('The App is Here') },
  { name: 'signing up', path: '/signup', ready: (page) => page.locator('input:focus') },
  {
    name: 'the code',
    path: '/signup',
    ready: (page) => page.locator('input:focus'),
    layers: [
      {
        name: 'once it was sent',
        openers: (page) => [button(page, 'Send code')],
        ready: heading('Enter your code'),
        prepare: (page) => phoneField(page).fill(freshNumber()),
      },
    ],
  },
  { name: 'logging in', path: '/login', ready: (page) => page.locator('input:focus') },
  { name: 'a stopped change of number', path: '/stop-phone-change?token=none', ready: heading(/cancel the change/) },
  { name: 'the admin’s login', path: '/admin', ready: (page) => button(page, 'Log in') },
];

const press = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();
const next = press('Next');
const newGroup: NonNullable<Layer['steps']> = [
  next,
  async (page) => {
    await type('Description', 'Three nights at the lake')(page);
    await next(page);
  },
  async (page) => {
    await next(page);
    await page.getByRole('switch').first().waitFor();
  },
];
const newEvent: NonNullable<Layer['steps']> = [
  async (page) => {
    await type(/^Event name/, 'Print test')(page);
    await next(page);
    await button(page, 'Next week').last().click();
    await page.getByRole('listbox', { name: 'Week' }).last().getByRole('option').last().click();
    await page.getByRole('option', { name: '10:15 AM' }).click();
  },
  next,
  next,
  async (page) => {
    await next(page);
    await page.getByRole('dialog').getByRole('heading', { name: 'Print test' }).waitFor();
  },
];

const addGroup = (page: Page) => button(page, 'Add group');
const mySchedule = (inviteCode: string): Screen => ({
  name: 'My Schedule',
  path: '/dashboard',
  ready: (page) => page.getByRole('article', { name: 'Proof sign-off' }).first(),
  layers: [
    {
      name: 'the palette',
      openers: () => [],
      prepare: (page) => page.keyboard.press('Control+k'),
      ready: dialog('Go to or do'),
      steps: [(page) => page.getByRole('combobox', { name: 'Go to or do' }).fill('pr')],
    },
    {
      name: 'the keyboard shortcuts',
      openers: () => [],
      prepare: (page) => page.keyboard.press('?'),
      ready: dialog('Keyboard shortcuts'),
    },
    {
      name: 'making a group',
      openers: (page) => [addGroup(page), button(page, /^Create a Group/)],
      ready: (page) => page.getByRole('textbox', { name: 'Group name' }),
      change: type('Group name', 'Lakeside Weekend'),
      steps: newGroup,
    },
    {
      name: 'joining a group',
      openers: (page) => [addGroup(page), button(page, /^Join/)],
      ready: dialog('Join a Group'),
      change: type(/code or link/, inviteCode),
      steps: [
        async (page) => {
          await page.keyboard.press('Enter');
          await page.getByRole('article', { name: 'Group preview' }).waitFor();
        },
      ],
    },
  ],
});

const details = (page: Page) => button(page, 'Show details for Print run pickup').last();
const schedule = (groupId: string): Screen => ({
  name: 'the schedule of a group',
  path: `/dashboard/group/${groupId}`,
  view: 'calendar',
  ready: (page) => page.getByRole('article', { name: 'Print run pickup' }).first(),
  layers: [
    {
      name: 'Group Settings',
      openers: (page) => [button(page, 'Group settings')],
      ready: dialog('Group Settings'),
      change: (page) => page.getByRole('switch').first().press('Space'),
    },
    { name: 'Members', openers: (page) => [button(page, 'View all members')], ready: dialog(/^Members/), plain: true },
    {
      name: 'Invite Members',
      openers: (page) => [button(page, 'Invite members')],
      ready: dialog('Invite Members'),
      plain: true,
    },
    { name: 'Images', openers: (page) => [button(page, 'Images')], ready: dialog('Images'), plain: true },
    { name: 'Links', openers: (page) => [button(page, /^Links$/)], ready: dialog('Links') },
    {
      name: 'Create Event',
      openers: (page) => [page.getByRole('complementary').getByRole('button', { name: 'Create Event' })],
      ready: dialog('Create Event'),
      steps: newEvent,
    },
    {
      name: 'Find a time',
      openers: (page) => [button(page, 'Find a time')],
      ready: dialog('Find a time'),
      change: type(/^Event name/, 'Print fair setup'),
    },
    {
      name: 'the board of a poll',
      openers: (page) => [button(page, /: Print fair setup$/)],
      ready: (page) => page.getByRole('grid', { name: 'Times for Print fair setup' }),
      steps: [
        async (page) => {
          await press('Cancel poll')(page);
          await question('Cancel poll')(page).waitFor();
        },
      ],
    },
    {
      name: 'Recently deleted',
      openers: (page) => [button(page, 'Schedule options'), page.getByRole('menuitem', { name: 'Recently deleted' })],
      ready: dialog('Recently deleted'),
      plain: true,
      steps: [
        async (page) => {
          await press('Delete Invoice hour for good')(page);
          await question('Delete for good')(page).waitFor();
        },
        async (page) => {
          await page.keyboard.press('Escape');
          await question('Delete for good')(page).waitFor({ state: 'hidden' });
        },
      ],
    },
    ...calendarFileLayers(details),
    {
      name: 'History',
      openers: (page) => [details(page), page.getByRole('main').getByRole('button', { name: 'History', exact: true })],
      ready: (page) => page.getByRole('list', { name: 'Changes' }),
      steps: [
        async (page) => {
          await press('Restore this version')(page);
          await question('Put back an older version')(page).waitFor();
        },
      ],
    },
    {
      name: 'the choice of a reminder',
      openers: (page) => [details(page), page.getByRole('main').getByRole('button', { name: 'Change reminder' })],
      ready: (page) => page.getByRole('menu', { name: 'Reminder for everybody' }),
    },
    {
      name: 'Delete Event',
      openers: (page) => [details(page), page.getByRole('main').getByRole('button', { name: 'Delete', exact: true })],
      ready: question('Delete Event'),
      focus: cancel,
    },
  ],
});

const block = (page: Page) => button(page, /^Print run pickup/).first();
const daysOf = (groupId: string, kind: NonNullable<Screen['schedule']>): Screen => ({
  name: `the ${kind} of a group`,
  path: `/dashboard/group/${groupId}`,
  view: 'calendar',
  schedule: kind,
  ready: block,
});
const week = (groupId: string): Screen => ({
  ...daysOf(groupId, 'week'),
  layers: [
    {
      name: 'the card of an event',
      openers: (page) => [block(page)],
      ready: (page) => page.getByRole('dialog').getByRole('article', { name: 'Print run pickup' }),
      plain: true,
    },
  ],
});

const message = (page: Page) => page.getByRole('article').filter({ hasText: 'Then we print it again' });
const chat = (groupId: string): Screen => ({
  name: 'the chat of a group',
  path: `/dashboard/group/${groupId}`,
  view: 'chat',
  ready: message,
  layers: [
    {
      name: 'the report of a message',
      prepare: (page) => message(page).focus(),
      openers: (page) => [
        message(page).getByRole('button', { name: 'More' }),
        page.getByRole('menuitem', { name: 'Report' }),
      ],
      ready: dialog(/^Report/),
      change: (page) => page.getByRole('radio', { name: 'Spam' }).press('Space'),
    },
    {
      name: 'Jump to date',
      openers: (page) => [button(page, 'Jump to date')],
      ready: dialog('Jump to date'),
      plain: true,
    },
    {
      name: 'a mentioned person',
      openers: (page) => [button(page, '@Maya Okafor')],
      ready: dialog('Maya Okafor'),
      plain: true,
    },
    { name: 'Pinned', openers: (page) => [button(page, '1 pinned')], ready: dialog('Pinned'), plain: true },
    {
      name: 'a search',
      inPlace: true,
      openers: (page) => [button(page, 'Search this chat')],
      ready: (page) => page.getByRole('combobox', { name: 'Search' }),
      steps: [
        async (page) => {
          await page.getByRole('combobox', { name: 'Search' }).fill('print');
          await page.locator('.result mark').first().waitFor();
        },
        async (page) => {
          await page.getByRole('combobox', { name: 'Search' }).fill('nowhere to be found');
          await page.getByRole('heading', { name: /^No results/ }).waitFor();
        },
      ],
    },
    {
      name: 'a picture',
      openers: (page) => [button(page, 'Open proof.png')],
      ready: (page) => page.locator('.lightbox'),
    },
  ],
});

const account: Screen = {
  name: 'the account',
  path: '/account',
  ready: (page) => button(page, 'Edit Full Name'),
  layers: [
    {
      name: 'the notifications',
      inPlace: true,
      openers: (page) => [page.getByRole('tab', { name: 'Notifications' })],
      ready: (page) => page.getByRole('switch', { name: /^Show message text/ }),
    },
    {
      name: 'Delete Account',
      openers: (page) => [page.getByRole('tab', { name: 'Help & Support' }), button(page, 'Delete Account')],
      ready: (page) => page.getByRole('alertdialog'),
      steps: [press('Continue')],
    },
    {
      name: 'a link to a calendar',
      inPlace: true,
      openers: (page) => [
        page.getByRole('listitem', { name: 'My Schedule' }).getByRole('button', { name: 'Create link' }),
      ],
      ready: (page) => page.getByRole('link', { name: 'Open in your calendar app' }),
    },
    {
      name: 'another name',
      inPlace: true,
      openers: (page) => [button(page, 'Edit Full Name')],
      ready: (page) => page.getByLabel('Last name'),
      steps: [
        async (page) => {
          await page.getByLabel('Last name').fill('');
          await press('Save')(page);
          await page.getByRole('alert').waitFor();
        },
      ],
    },
  ],
};

export const newcomerScreens: readonly Screen[] = [
  { name: 'setting up a profile', path: '/profile-setup', ready: heading("What's your email?") },
];

export const memberScreens = (groupId: string, inviteCode: string): readonly Screen[] => [
  mySchedule(inviteCode),
  schedule(groupId),
  repeatingEvent(groupId),
  daysOf(groupId, 'day'),
  week(groupId),
  daysOf(groupId, 'month'),
  chat(groupId),
  {
    name: 'Activity',
    path: '/dashboard/activity',
    ready: (page) => page.getByRole('tabpanel').getByRole('link').first(),
  },
  account,
  { name: 'an invitation', path: `/${inviteCode}`, ready: heading('Join this group?') },
];
