import { defineConfig } from '@playwright/test';
import { findChromium } from '@quorum/infra/bootstrap/lib/ensure-chromium.mjs';
import { repeatsInCi } from '../support/repeats-in-ci.ts';
import { CHROMIUM_ARGS } from './support/chromium-args.ts';

/** Otherwise the test runner looks for its own, of which the headless shell could not show notifications. */
const chromium = findChromium();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.spec.ts',
  outputDir: '../../test-results',
  timeout: 180_000,
  retries: repeatsInCi,
  expect: { timeout: 30_000 },
  fullyParallel: false,
  workers: 2,
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Only the journey waits for animations.
    contextOptions: { reducedMotion: 'reduce' },
    // Starts in every browser of every test otherwise. Tests of alerts and of the installed app allow it.
    serviceWorkers: 'block',
    // Use `--trace retain-on-failure` to see why a test failed.
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(chromium === undefined ? { channel: 'chromium' } : { executablePath: chromium }),
      args: CHROMIUM_ARGS,
    },
  },
});
