import { defineConfig } from 'vitest/config';
import { repeatsInCi } from './tests/support/repeats-in-ci.ts';

const TESTS = '**/*.{unit,contract,service}.test.{ts,tsx,mjs}';
const PAGES = 'frontend/**/*.unit.test.tsx';
const OUTSIDE = ['**/node_modules/**', '**/dist/**'];
const PAGE = 'frontend/src/shared/testing/page-of-a-test.ts';

const ISOLATED = [
  // A store does not stop its timers and retries when a test ends.
  'frontend/src/{app,data}/**/*.unit.test.ts',
  // Needs its own page.
  'frontend/src/shared/lib/theme.unit.test.ts',
  // A mocked module would stay mocked.
  'frontend/src/app/routes.unit.test.tsx',
  'frontend/src/features/account/{account-screen,help-tab,pending-phone-change,phone-number}.unit.test.tsx',
  'frontend/src/features/groups/members/member-question.unit.test.tsx',
  'infra/adapters/erased-list.unit.test.ts',
  'infra/processes/engines/kafka-at-start.service.test.ts',
  'infra/processes/support/commands/backup.unit.test.ts',
];

/**
 * Unit, contract and service tests on the embedded engines. Real engines have their own configuration. Most files share a process
 * and its modules; pages share a document too. Reloading all that for each file took half of the time.
 */
export default defineConfig({
  test: {
    exclude: OUTSIDE,
    // By default Vitest leaves one core free, which is half of a machine with two.
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    retry: repeatsInCi,
    restoreMocks: true,
    isolate: false,
    setupFiles: ['tests/support/patient-waits.ts'],
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pages',
          include: [PAGES],
          exclude: [...OUTSIDE, ...ISOLATED],
          // Set here and not in each file: a process takes the next file only if it has the same environment.
          environment: 'happy-dom',
          setupFiles: [PAGE],
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED, isolate: true, setupFiles: [PAGE] } },
      { extends: true, test: { name: 'services', include: [TESTS], exclude: [...OUTSIDE, PAGES, ...ISOLATED] } },
    ],
  },
});
