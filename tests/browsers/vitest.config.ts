import { defineConfig } from 'vitest/config';
import { repeatsInCi } from '../support/repeats-in-ci.ts';

/** The journey in the browsers of the machine that WebDriver controls. */
export default defineConfig({
  test: {
    include: ['tests/browsers/*.browser.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    retry: repeatsInCi,
  },
});
