import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

/** The browser that CHROMIUM_PATH names, or Debian's. Without either, the test runner's own. */
const chromium =
  process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find(existsSync);

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.spec.ts',
  outputDir: '../../test-results',
  timeout: 90_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: 2,
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Only the journey waits for things to move.
    contextOptions: { reducedMotion: 'reduce' },
    // `--trace retain-on-failure` tells why a test failed.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
