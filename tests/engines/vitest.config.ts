import { defineConfig } from 'vitest/config';

/** Suites by the engine that they need; those of engines that the environment does not name are left out. */
const suites = {
  EVENTSTORE_URI: ['**/eventstoredb-*.engine.test.ts'],
  MONGODB_URI: ['**/mongo-*.engine.test.ts', '**/gridfs-*.engine.test.ts'],
  KAFKA_BROKERS: ['**/kafka-*.engine.test.ts'],
};
const left = Object.entries(suites).flatMap(([name, files]) => (process.env[name] ? [] : files));
/** These need all engines at once. */
const together = left.length > 0 ? ['tests/engines/*.engine.test.ts'] : [];

/** The suites on the engines that the environment names (EVENTSTORE_URI, MONGODB_URI, KAFKA_BROKERS). */
export default defineConfig({
  test: {
    include: ['**/*.engine.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**', ...left, ...together],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    setupFiles: ['tests/support/patient-waits.ts'],
    expect: { poll: { timeout: 30_000 } },
  },
});
