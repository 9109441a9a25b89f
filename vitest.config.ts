import { defineConfig } from 'vitest/config';
import { repeatsInCi } from './tests/support/repeats-in-ci.ts';

const TESTS = '**/*.{unit,contract,service}.test.{ts,tsx,mjs}';

/** A page does not stop its timers when a test ends, and a replaced module would stay replaced. */
const ISOLATED = [`frontend/${TESTS}`, 'infra/processes/engines/kafka-login.service.test.ts'];

/** Unit, contract and service tests on the embedded engines. Real engines have a configuration of their own. */
export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', '**/dist/**'],
    // By itself it would leave a core free, which on two cores is half of them.
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    retry: repeatsInCi,
    restoreMocks: true,
    setupFiles: ['tests/support/patient-waits.ts', 'frontend/src/shared/testing/patient-screens.ts'],
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'isolated', include: ISOLATED } },
      {
        extends: true,
        test: {
          name: 'sharing',
          include: [TESTS],
          exclude: ['**/node_modules/**', '**/dist/**', ...ISOLATED],
          // Its files share what they import. Loading the product anew for each took a third of the time.
          isolate: false,
        },
      },
    ],
  },
});
