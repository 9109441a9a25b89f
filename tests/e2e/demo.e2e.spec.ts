import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { freePort } from '../support/processes/local-process.ts';
import { phoneField } from './support/fixtures.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A zone where it is about noon, so that the demo's current events fall on one day. The names of these zones count westward. */
const hoursEast = 12 - new Date().getUTCHours();
test.use({ timezoneId: `Etc/GMT${hoursEast > 0 ? '-' : '+'}${Math.abs(hoursEast)}` });

/** Runs a built process on its own data, until it has said the last of what it says. */
const running = async <T>(
  name: string,
  last: RegExp,
  use: (product: { origin: string; said: string }) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'quorum-'));
  const [port, dataDir] = [await freePort(), join(folder, 'data')];
  const child = spawn(process.execPath, [join(root, 'infra/bootstrap/serve.mjs'), name], {
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const origin = `http://localhost:${port}`;
  try {
    await expect.poll(() => said, { timeout: 80_000 }).toMatch(last);
    await expect
      .poll(() =>
        fetch(`${origin}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      )
      .toBe(true);
    expect(said).toContain(origin);
    expect(said).toContain(dataDir);
    expect(said).toMatch(/sign in/i);
    return await use({ origin, said });
  } finally {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
};

test('the start says where the product runs, where its data lies and how to sign in (RUN-01)', async ({ page }) => {
  await running('standalone', /the password/, async ({ origin }) => {
    await page.goto(origin);
    await expect(phoneField(page)).toBeVisible();
  });
});

test('the demo says how to sign in, and its members find a lively group (OPEN-043, RUN-03, RUN-08)', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await running('demo', /Wren Halloway$/m, async ({ origin, said }) => {
    const [, password = ''] = /^The admin is "admin" with the password (\S+),/m.exec(said) ?? [];
    const parked = await fetch(`${origin}/api/admin/parked`, { headers: { username: 'admin', password } });
    expect(parked.status).toBe(200);
    expect(said).toMatch(/^The key that encrypts it is in /m);
    const [, number = ''] = /^ {2}(\(\d{3}\) 555-\d{4}) {2}Nora Castellan$/m.exec(said) ?? [];
    await page.goto(`${origin}/login`);
    // A first visit leads to sign-up.
    await page.locator('input:focus').waitFor();
    await page.getByRole('link', { name: 'Log in' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await phoneField(page).fill(number.replace(/\D/g, ''));
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('button', { name: 'Use code' }).click();

    // The current event has its row, and a place beside the week.
    await expect(page.getByRole('article', { name: 'Gear check call' })).toBeInViewport();
    await expect(page.getByRole('region', { name: 'Live events' }).getByText('Gear check call')).toBeVisible();
    await page.getByRole('link', { name: /Saturday Trail Crew/ }).click();
    await expect(page.getByRole('complementary').getByText('Members8')).toBeVisible();
    await page.getByRole('radio', { name: /^Chat/ }).click();
    const chat = page.getByRole('log', { name: 'Messages' });
    await page.getByRole('button', { name: 'Open sunset-from-here.png' }).scrollIntoViewIfNeeded();
    await expect(chat.getByRole('img', { name: /sunset-from-here/ })).toBeVisible();
  });
});
