import { ensureChromium } from '../../../infra/bootstrap/lib/ensure-chromium.mjs';
import { runSteps } from '../../../infra/bootstrap/lib/run-steps.mjs';

// Runs the contract suites on the engines of the environment; an unreachable one fails its suite.
const missing = ['EVENTSTORE_URI', 'MONGODB_URI', 'KAFKA_BROKERS'].filter((name) => !process.env[name]);
if (missing.length > 0) {
  process.stderr.write(`${missing.join(', ')} must name an engine (npm run engines starts all and prints them).\n`);
  process.exit(1);
}
ensureChromium();
await runSteps([
  'npx vitest run --config tests/engines/vitest.config.ts',
  'npx playwright test --config tests/e2e/distributed.config.ts',
]);
