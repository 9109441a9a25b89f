import { ensureInstalled } from '../../../infra/bootstrap/lib/install.mjs';

// Runs the contract suites on the engines of the environment; an unreachable one fails its suite.
ensureInstalled();
const missing = ['EVENTSTORE_URI', 'MONGODB_URI', 'KAFKA_BROKERS'].filter((name) => !process.env[name]);
if (missing.length > 0) {
  process.stderr.write(`${missing.join(', ')} must name an engine (npm run engines starts all and prints them).\n`);
  process.exit(1);
}
const [{ ensureChromium }, { ensureBuilt }, { runSteps }] = await Promise.all([
  import('../../../infra/bootstrap/lib/ensure-chromium.mjs'),
  import('../../../infra/bootstrap/lib/ensure-built.mjs'),
  import('../../../infra/bootstrap/lib/steps.mjs'),
]);
ensureChromium();
await ensureBuilt();
await runSteps([
  ['suites on the named engines', 'npx', 'vitest', 'run', '--config', 'tests/engines/vitest.config.ts'],
  [
    'the journey of two browsers on separate processes',
    'npx',
    'playwright',
    'test',
    '--config',
    'tests/e2e/distributed.config.ts',
  ],
]);
