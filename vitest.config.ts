import { defineConfig } from 'vitest/config';
import { repeatsInCi } from './tests/support/repeats-in-ci.ts';

const TESTS = '**/*.{unit,contract,service}.test.{ts,tsx,mjs}';
const PAGES = 'frontend/**/*.unit.test.tsx';
const OUTSIDE = ['**/node_modules/**', '**/dist/**'];
const PAGE = 'frontend/src/shared/testing/page-of-a-test.ts';

const ISOLATED = [
  // A store does not stop its timers and its tries when a test ends.
  'frontend/src/{app,data}/**/*.unit.test.ts',
  // It needs a page of its own.
  'frontend/src/shared/lib/theme.unit.test.ts',
  // A replaced module would stay replaced.
  'frontend/src/app/routes.unit.test.tsx',
  'frontend/src/features/account/{account-screen,help-tab,pending-phone-change,phone-number}.unit.test.tsx',
  'frontend/src/features/groups/members/member-question.unit.test.tsx',
  'infra/adapters/erased-list.unit.test.ts',
  'infra/processes/engines/kafka-at-start.service.test.ts',
  'infra/processes/support/commands/backup.unit.test.ts',
];

/**
 * Unit, contract and service tests on the embedded engines. Real engines have a configuration of their own. Most files share
 * a process and what they import; pages share a document too. Loading all that anew for each took half of the time.
 */
export default defineConfig({
  test: {
    exclude: OUTSIDE,
    // By itself it would leave a core free, which on two cores is half of them.
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
          // Named here and not in each file: a process continues with the next file only if that has the same environment.
          environment: 'happy-dom',
          setupFiles: [PAGE],
        },
      },
      { extends: true, test: { name: 'isolated', include: ISOLATED, isolate: true, setupFiles: [PAGE] } },
      { extends: true, test: { name: 'services', include: [TESTS], exclude: [...OUTSIDE, PAGES, ...ISOLATED] } },
    ],
  },
});
