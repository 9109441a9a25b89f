import { defineConfig } from 'vitest/config';
import { repeatsInCi } from '../support/repeats-in-ci.ts';

/** The suites on the engines of the environment (EVENTSTORE_URI, MONGODB_URI, KAFKA_BROKERS). */
export default defineConfig({
  test: {
    include: ['**/*.engine.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    retry: repeatsInCi,
    fileParallelism: false,
    setupFiles: ['tests/support/patient-waits.ts'],
    expect: { poll: { timeout: 30_000 } },
  },
});
