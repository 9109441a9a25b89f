import type { Page } from '@playwright/test';
import axe from 'axe-core';
import { expect } from '../support/fixtures.ts';

/** A screen may settle for a moment, and the walk continues after a fault. */
const settled = expect.configure({ soft: true }).poll;

type Analysis = { readonly within?: string; readonly rules?: string[] };

/** Like dialogs, open menus are places of their own, outside the landmarks. */
const loadRules = async (page: Page): Promise<void> => {
  await page.evaluate(axe.source);
  await page.evaluate(() => {
    const regionMatcher = 'dialog, [role=dialog], [role=alertdialog], [role=menu], svg';
    const { axe: here } = window as unknown as { axe: typeof axe };
    here.configure({ checks: [{ id: 'region', options: { regionMatcher } }] });
  });
};

/** Elements that break a rule, with the rule's name. Describing the others would take most of the time. */
export const violations = async (page: Page, { within, rules }: Analysis = {}): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await loadRules(page);
  return page.evaluate(
    async ([element, values]) => {
      const { axe: here } = window as unknown as { axe: typeof axe };
      const options = {
        resultTypes: ['violations' as const],
        ...(values && { runOnly: { type: 'rule' as const, values } }),
      };
      const { violations: found } = await here.run(element ?? document, options);
      return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [within, rules] as const,
  );
};

/** The rules hold in both themes. They differ only in color, so the dark one is checked for color alone. */
export const passesRules = async (page: Page, name: string): Promise<void> => {
  await settled(() => violations(page), `${name}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  const contrast = () => violations(page, { rules: ['color-contrast'] });
  await settled(contrast, `${name}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
};

/** Truncated words, overflowing controls and pages that are too wide. */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const words = (element: Element) =>
      `${element.tagName.toLowerCase()} “${element.textContent?.trim().slice(0, 60)}”`;
    const root = document.documentElement;
    if (root.scrollWidth > window.innerWidth) found.push(`the page is ${root.scrollWidth} wide`);
    const top = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1) ?? document.body;
    for (const control of top.querySelectorAll<HTMLElement>(
      'button, a[href], label, legend, h1, h2, h3, [role="tab"], [role="radio"]',
    )) {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const { overflowX, textOverflow, position } = getComputedStyle(control);
      const hidden =
        control.clientWidth <= 1 || control.closest('.visually-hidden, [inert]') !== null || position === 'absolute';
      if (hidden || textOverflow === 'ellipsis' || overflowX === 'auto') continue;
      // Rounding may lose a pixel.
      if (control.clientWidth > 0 && control.scrollWidth > control.clientWidth + 1)
        found.push(`${words(control)} spills over`);
      control.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, right } = control.getBoundingClientRect();
      if (left < -1 || right > window.innerWidth + 1) found.push(`${words(control)} is out of sight`);
    }
    return found;
  });

/** Every text 30 % longer, as in another language. */
const lengthen = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const originals: [Text, string][] = [];
    while (texts.nextNode()) originals.push([texts.currentNode as Text, texts.currentNode.nodeValue ?? '']);
    for (const [text, value] of originals)
      text.nodeValue = value.replace(/\p{L}+/gu, (word) => word + word.slice(0, Math.ceil(word.length * 0.3)));
    Object.assign(window, { originals });
  });
const shorten = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const [text, value] of (window as unknown as { originals: [Text, string][] }).originals)
      text.nodeValue = value;
  });

export const fitsLongerTexts = async (page: Page, name: string): Promise<void> => {
  await lengthen(page);
  await settled(() => misfits(page), `${name}, texts 30 % longer`).toEqual([]);
  await shorten(page);
};

/** CSS pixels at a zoom of 200 %, with forced colors and more contrast. */
export const fitsZoomed = async (page: Page, name: string): Promise<void> => {
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: size.width / 2, height: size.height / 2 });
  await page.emulateMedia({ forcedColors: 'active', contrast: 'more' });
  await settled(() => misfits(page), `${name}, at 200 %`).toEqual([]);
  expect.soft(await focusRing(page), `${name}, focus with forced colors`).not.toBe('none');
  await page.emulateMedia({ forcedColors: 'none', contrast: 'no-preference' });
  await page.setViewportSize(size);
};

/** The mark of the focused control, where shadows and backgrounds are not drawn. */
const focusRing = async (page: Page): Promise<string> => {
  await page.keyboard.press('Tab');
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (focused === null || focused === document.body) return 'nothing is focused';
    return getComputedStyle(focused).outlineStyle;
  });
};

/** Nothing keeps moving with reduced motion. */
export const rests = async (page: Page, name: string): Promise<void> => {
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) > 20)
        .map(({ effect }) => (effect as KeyframeEffect).target?.className),
    );
  await settled(moving, `${name}, reduced motion`).toEqual([]);
};
