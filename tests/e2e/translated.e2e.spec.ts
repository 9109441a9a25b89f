import type { BrowserContext, Page } from '@playwright/test';
import { expect, ownAddress, signedInPage, test } from './support/fixtures.ts';
import { chooseViews } from './walk/choose-views.ts';
import type { Layer, Screen } from './walk/screen.ts';
import { memberScreens, newcomerScreens, publicScreens } from './walk/screens.ts';
import { makeStage } from './walk/stage.ts';

test.describe.configure({ mode: 'parallel', timeout: 300_000 });
test.use({ actionTimeout: 30_000 });

/** Replaces every text node by an element, as browsers do that translate a page. The words stay, so tests find them. */
const translate = (context: BrowserContext) =>
  context.addInitScript(() => {
    const replace = (text: Text): void => {
      const around = text.parentElement;
      if (text.data.trim() === '' || around === null || around.closest('script, style, title, textarea, font, svg'))
        return;
      const outer = document.createElement('font');
      outer.appendChild(document.createElement('font')).textContent = text.data;
      text.replaceWith(outer);
    };
    const replaceIn = (node: Node): void => {
      if (node instanceof Text) {
        replace(node);
        return;
      }
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const all: Text[] = [];
      while (texts.nextNode()) all.push(texts.currentNode as Text);
      for (const text of all) replace(text);
    };
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records)
        if (type === 'characterData') replaceIn(target);
        else for (const node of addedNodes) replaceIn(node);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });

const isWhole = async (page: Page, name: string, errors: readonly string[]): Promise<void> => {
  await expect(page.getByText('Something went wrong'), name).toHaveCount(0);
  expect(errors, name).toEqual([]);
};

const visitLayer = async (page: Page, layer: Layer): Promise<void> => {
  await layer.prepare?.(page);
  for (const opener of layer.openers(page)) {
    await opener.focus();
    await page.keyboard.press('Enter');
  }
  await expect(layer.ready(page)).toBeVisible();
  await layer.change?.(page);
  for (const step of layer.steps ?? []) await step(page);
};

const walk = async (page: Page, screens: readonly Screen[]): Promise<void> => {
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  for (const screen of screens) {
    await chooseViews(page, screen);
    const open = async (waitUntil: 'load' | 'networkidle') => {
      await page.goto('about:blank');
      // The scripts that sign in fail there.
      errors.length = 0;
      await page.goto(screen.path, { waitUntil });
      await expect(screen.ready(page)).toBeVisible();
    };
    await open('networkidle');
    await isWhole(page, screen.name, errors);
    let isOpen = true;
    for (const layer of screen.layers ?? []) {
      if (!isOpen) await open('load');
      await visitLayer(page, layer);
      await isWhole(page, `${screen.name}, ${layer.name}`, errors);
      isOpen = layer.plain === true;
      if (!isOpen) continue;
      await page.keyboard.press('Escape');
      await expect(layer.ready(page)).toBeHidden();
      await isWhole(page, `${screen.name}, ${layer.name}, closed`, errors);
    }
  }
};

test('every screen for visitors keeps working while the browser translates it (UX-06)', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: ownAddress() });
  await translate(context);
  await walk(await context.newPage(), publicScreens);
});

test('the profile setup keeps working while the browser translates it (UX-06)', async ({ browser, baseURL }) => {
  const { page, context } = await signedInPage(browser, baseURL, { complete: false });
  await translate(context);
  await walk(page, newcomerScreens);
});

test('every screen for members, with its dialogs, keeps working while the browser translates it (UX-06)', async ({
  browser,
  baseURL,
}) => {
  const { maya, groupId, inviteCode } = await makeStage(browser, baseURL);
  await translate(maya.context);
  await walk(maya.page, memberScreens(groupId, inviteCode));
});

test('new words show in a translated page: the second step of Delete Account names what its button does (UX-06)', async ({
  browser,
  baseURL,
}) => {
  const { page, context } = await signedInPage(browser, baseURL);
  await translate(context);
  await page.goto('/account');
  await page.getByRole('tab', { name: 'Help & Support' }).click();
  await page.getByRole('button', { name: 'Delete Account' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Continue' }).click();
  await expect(question.getByRole('button', { name: 'Continue' })).toHaveCount(0);
  await expect(question.getByRole('button', { name: /Delete/ })).toBeVisible();
});
