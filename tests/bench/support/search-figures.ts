import type { Browser } from '@playwright/test';
import type { Client } from '../../support/product.ts';
import type { Measurement } from '../measure.ts';
import { openApp } from './app-in-browser.ts';
import type { Process } from './product-process.ts';

const ASKED = 20;
/** The pause after the last key is part of it. */
const MOST_UNTIL_DRAWN_MS = 300;
const MOST_UNTIL_JUMPED_MS = 1_000;

const COPIES = 20;
const PRESSES = 5;

type Seeded = {
  readonly large: { readonly person: Client; readonly groupId: string };
  readonly many: { readonly person: Client };
};

const below = (what: string, ours: number, most: number): Measurement => ({
  what,
  against: 'its limit',
  baseline: most,
  ours,
  unit: 'ms',
  ratio: ours / most,
  reach: `≤ ${most} ms`,
  reached: ours <= most,
});

/** In the chat of many messages: how soon results are drawn, and how soon the first message of all is in its place. */
export const searchFigures = async (
  browser: Browser,
  { origin }: Process,
  { large }: Seeded,
): Promise<readonly Measurement[]> => {
  const app = await openApp(browser, origin, large.person, 'chat');
  const { page } = app;
  try {
    await app.at(`/dashboard/group/${large.groupId}`);
    await page.getByRole('button', { name: 'Search this chat' }).click();
    const field = page.getByRole('combobox', { name: 'Search' });
    await field.waitFor();
    const drawn: number[] = [];
    for (let n = 0; n < ASKED; n += 1) {
      const number = 100 + n * 37;
      drawn.push(
        await page.evaluate<number>(`probe.type('.search input', 'message ${number}', '.result mark', '${number}')`),
      );
    }
    await field.fill('message 0');
    const first = page.locator('.result', { hasText: 'Message 0:' });
    await first.waitFor();
    const began = performance.now();
    await first.click();
    const shown = page.locator('[data-row]', { hasText: 'Message 0:' });
    await shown.waitFor();
    const jumped = performance.now() - began;
    const isInView = await shown.evaluate(
      (row) => row.getBoundingClientRect().bottom <= (row.ownerDocument.defaultView?.innerHeight ?? 0),
    );
    if (!isInView) throw new Error('The first message is not in view after the jump');
    const p90 = drawn.sort((a, b) => a - b)[Math.floor(ASKED * 0.9)] ?? 0;
    return [
      below('results of a search drawn after the last key, p90', p90, MOST_UNTIL_DRAWN_MS),
      below('the first of all messages shown by its result', jumped, MOST_UNTIL_JUMPED_MS),
    ];
  } finally {
    await app.close();
  }
};

type Answer = { readonly groups: readonly { readonly _id: string; readonly name: string }[] };

/** Of each group so many, with ids of their own. */
const copied = ({ groups, ...rest }: Answer) => ({
  ...rest,
  groups: groups.flatMap((group) =>
    Array.from({ length: COPIES }, (_, n) =>
      n === 0 ? group : { ...group, _id: group._id.replace(/^.{4}/, String(1000 + n)), name: `${group.name} ${n}` },
    ),
  ),
});

/** From the key until the palette is painted, with 1,000 groups and all events of the year. The first press loads its code. */
export const paletteFigure = async (browser: Browser, { origin }: Process, { many }: Seeded): Promise<Measurement> => {
  const app = await openApp(browser, origin, many.person, 'calendar');
  const { page } = app;
  try {
    await page.route('**/api/groups/my-groups*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: copied((await response.json()) as Answer) });
    });
    await app.at('/dashboard');
    await page.waitForSelector('.schedule [data-event]');
    await page.waitForLoadState('networkidle');
    const took: number[] = [];
    for (let press = 0; press < PRESSES; press += 1) {
      took.push(await page.evaluate<number>(`probe.press('k', '.palette [role="option"]')`));
      await page.keyboard.press('Escape');
      await page.locator('.palette').waitFor({ state: 'detached' });
    }
    return below('the palette painted after its key, with 1,000 groups and 20,000 events', Math.max(...took), 100);
  } finally {
    await app.close();
  }
};
