import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from 'vitest';
import { type ServerProcess, serverProcess } from '../e2e/support/server.ts';
import { PIXEL } from '../support/pictures.ts';
import { type BrowserKind, BrowserWindow } from './webdriver.ts';

const KINDS: readonly BrowserKind[] = [
  {
    name: 'Firefox',
    driver: process.env.GECKODRIVER ?? 'geckodriver',
    args: (port) => ['--port', String(port)],
    capabilities: {
      'moz:firefoxOptions': { args: ['-headless'], ...(process.env.FIREFOX && { binary: process.env.FIREFOX }) },
    },
    needsDisplay: false,
  },
  {
    name: 'WebKit',
    driver: process.env.WEBKIT_DRIVER ?? 'WebKitWebDriver',
    args: (port) => [`--port=${port}`],
    capabilities: {},
    needsDisplay: true,
  },
];

/** Without the browser, the journey is left out aloud; the pipeline has all browsers, so there it fails. */
const isLeftOut = ({ name, driver }: BrowserKind): boolean => {
  if (spawnSync(driver, ['--version']).error === undefined) return false;
  console.warn(`${name} was not tried: there is no ${driver}.`);
  return process.env.CI === undefined;
};

let server: ServerProcess;
beforeAll(async () => {
  server = await serverProcess();
  await server.start();
});
afterAll(() => server.remove());

let lastNumber = 0;
const signUp = async (person: BrowserWindow, firstName: string): Promise<void> => {
  lastNumber += 1;
  await person.fill('Phone number', `628555${String(lastNumber).padStart(4, '0')}`);
  await person.press('Send code');
  await person.press('Use code');
  await person.fill('Email', `${firstName.toLowerCase()}@example.org`);
  await person.press('Continue');
  await person.fill('First name', firstName);
  await person.fill('Last name', 'Vale');
  await person.press('Continue');
  await person.press('Skip for now');
};

/** @returns the invite link. */
const createGroup = async (person: BrowserWindow, name: string): Promise<string> => {
  await person.press('Add group');
  await person.press(/^Create a Group/);
  await person.fill(/^Group name/, name);
  await person.press('Next');
  await person.fill(/^Description/, 'Shared desk and print room');
  await person.press('Next');
  await person.press('Next');
  await person.press('Create Group');
  await person.sees('Invitation link');
  const link = await person.until('return /localhost:[0-9]+\\/\\w+/.exec(document.body.innerText)?.[0]', 'no link');
  await person.press('Done');
  return `http://${String(link)}`;
};

const planEvent = async (person: BrowserWindow, name: string): Promise<void> => {
  await person.press('Create Event');
  await person.fill(/^Event name/, name);
  await person.press('Next');
  await person.press('Next week');
  await person.run('document.querySelector("[role=dialog] [role=listbox] [data-date]").click()');
  await person.press('10:00 AM');
  for (const _ of ['times', 'duration', 'place']) await person.press('Next');
  await person.press('Create Event');
  await person.sees('Event Created!');
};

const isShown = (fileName: string) =>
  `return [...document.querySelectorAll('img[alt="${fileName}"]')].some((image) => image.naturalWidth > 0)`;

for (const kind of KINDS)
  it.skipIf(isLeftOut(kind))(`two people sign up, plan and chat with a picture in ${kind.name} (UX-10)`, async () => {
    const [maya, tom] = await Promise.all([BrowserWindow.open(kind), BrowserWindow.open(kind)]);
    try {
      await maya.goTo(server.origin);
      await signUp(maya, 'Maya');
      const link = await createGroup(maya, 'Harbor Street Studio');
      await tom.goTo(link);
      await signUp(tom, 'Tom');
      await tom.press('Join Group');
      await maya.sees('Tom Vale');
      await planEvent(maya, 'Print run pickup');
      await tom.sees('Print run pickup');
      await tom.press(/^Chat/);
      await maya.press(/^Chat/);
      await tom.fill(/^Message /, 'On my way');
      await maya.sees('Tom is typing...');
      await tom.press('Send');
      await maya.sees('On my way');
      const picture = join(tmpdir(), `quorum-${kind.name}.png`);
      await writeFile(picture, PIXEL);
      await maya.choose(/./, picture);
      await maya.press('Send');
      await tom.until(isShown(`quorum-${kind.name}.png`), 'no picture');
      await tom.reload();
      await tom.sees('On my way');
      await tom.until(isShown(`quorum-${kind.name}.png`), 'no picture after a reload');
    } finally {
      await Promise.all([maya.close(), tom.close()]);
    }
  });
