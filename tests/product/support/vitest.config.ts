import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { repeatsInCi } from '../../support/repeats-in-ci.ts';

/** The operators' drill: full disks, damaged backups, and kills at any write. Most of its time are processes that it starts. */
export default defineConfig({
  test: {
    include: ['tests/product/support/*.drill.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    retry: repeatsInCi,
    setupFiles: [fileURLToPath(new URL('../../support/patient-waits.ts', import.meta.url))],
    expect: { poll: { timeout: 30_000 } },
  },
});
