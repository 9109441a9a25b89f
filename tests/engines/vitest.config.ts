import { defineConfig } from 'vitest/config';

/** The suites on the engines of the environment (EVENTSTORE_URI, MONGODB_URI, KAFKA_BROKERS). */
export default defineConfig({
  test: {
    include: ['**/*.engine.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    setupFiles: ['tests/support/patient-waits.ts'],
    expect: { poll: { timeout: 30_000 } },
  },
});
