import type { Page } from '@playwright/test';
import { expect, ownAddress, signedInPage, test } from './support/fixtures.ts';
import { layoutShifts, watchLayoutShift } from './support/layout-shift.ts';
import { chooseViews } from './walk/choose-views.ts';
import { fitsLongerTexts, fitsZoomed, passesRules, rests } from './walk/looks.ts';
import type { Layer, Screen } from './walk/screen.ts';
import { memberScreens, newcomerScreens, publicScreens } from './walk/screens.ts';
import { makeStage } from './walk/stage.ts';

// Every screen and every layer is checked once, in all of these ways.
test.describe.configure({ mode: 'parallel', timeout: 600_000 });
test.use({ actionTimeout: 30_000 });

const looks = async (page: Page, name: string): Promise<void> => {
  await rests(page, name);
  await passesRules(page, name);
  await fitsLongerTexts(page, name);
  await fitsZoomed(page, name);
};

const openScreen = async (page: Page, { name, path, ready }: Screen): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(path, { waitUntil: 'networkidle' });
  await expect(ready(page)).toBeVisible();
  expect.soft(await layoutShifts(page), `${name} moves while it loads`).toEqual([]);
};

/** Escape returns to the opener of the layer. */
const closes = async (page: Page, name: string, { openers, ready }: Layer): Promise<void> => {
  const [first] = openers(page);
  await page.keyboard.press('Escape');
  await expect(ready(page)).toBeHidden();
  if (first !== undefined) await expect.soft(first, `${name} gives the focus back`).toBeFocused();
};

const visitLayer = async (page: Page, name: string, layer: Layer): Promise<void> => {
  let before = (await layoutShifts(page)).length;
  await layer.prepare?.(page);
  for (const opener of layer.openers(page)) {
    await opener.focus();
    // Layers that open in place, such as the details of an event, expand inside the page.
    before = (await layoutShifts(page)).length;
    await page.keyboard.press('Enter');
  }
  await expect(layer.ready(page)).toBeVisible();
  await expect(page.locator(':focus')).toBeVisible();
  if (layer.focus) await expect.soft(layer.focus(page), `${name}, first focus`).toBeFocused();
  await layer.change?.(page);
  if (!layer.inPlace) expect.soft((await layoutShifts(page)).slice(before), `${name} moves`).toEqual([]);
  await looks(page, name);
  for (const [index, step] of (layer.steps ?? []).entries()) {
    await step(page);
    await passesRules(page, `${name}, step ${index + 2}`);
  }
};

const walk = async (page: Page, screens: readonly Screen[]): Promise<void> => {
  for (const screen of screens) {
    await chooseViews(page, screen);
    await openScreen(page, screen);
    await looks(page, screen.name);
    let isOpen = true;
    for (const layer of screen.layers ?? []) {
      const name = `${screen.name}, ${layer.name}`;
      if (!isOpen) await openScreen(page, screen);
      await visitLayer(page, name, layer);
      // After typing, the screen would ask before closing. Reloading is just as good a start.
      if (layer.plain) await closes(page, name, layer);
      isOpen = layer.plain === true;
    }
  }
};

test('every screen for visitors is steady, readable and usable by keyboard (UX-01)', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: ownAddress() });
  const page = await context.newPage();
  await context.addInitScript(() => Object.defineProperty(window, 'outerWidth', { get: () => 1440 }));
  await watchLayoutShift(page);
  await walk(page, publicScreens);
});

test('the profile setup is steady, readable and usable by keyboard (UX-01)', async ({ browser, baseURL }) => {
  const { page } = await signedInPage(browser, baseURL, { complete: false });
  await page.addInitScript(() => Object.defineProperty(window, 'outerWidth', { get: () => 1440 }));
  await watchLayoutShift(page);
  await walk(page, newcomerScreens);
});

const memberNames = [
  'My Schedule',
  'the schedule of a group',
  'an event that repeats',
  'the day of a group',
  'the week of a group',
  'the month of a group',
  'the chat of a group',
  'the account',
  'an invitation',
];
for (const name of memberNames)
  test(`${name} is steady, readable and usable by keyboard for members (UX-01)`, async ({ browser, baseURL }) => {
    const { maya, groupId, inviteCode } = await makeStage(browser, baseURL);
    const screens = memberScreens(groupId, inviteCode).filter((screen) => screen.name === name);
    expect(screens).toHaveLength(1);
    await walk(maya.page, screens);
  });
