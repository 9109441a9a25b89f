import { defineConfig } from 'vitest/config';

/** Unit, contract and service tests on the embedded engines. Real engines have a configuration of their own. */
export default defineConfig({
  test: {
    include: ['**/*.{unit,contract,service}.test.{ts,tsx,mjs}'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    // By itself it would leave a core free, which on two cores is half of them.
    maxWorkers: 2,
    // Test files share what they import. Loading the product anew for each took half of the time.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    restoreMocks: true,
    setupFiles: ['tests/support/patient-waits.ts', 'frontend/src/shared/testing/patient-screens.ts'],
    expect: { poll: { timeout: 30_000 } },
  },
});
