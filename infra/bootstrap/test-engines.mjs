import { ensureInstalled } from './lib/install.mjs';

// The contract suites on the engines that the environment names; one that cannot be reached fails its suite.
ensureInstalled();
const named = ['EVENTSTORE_URI', 'MONGODB_URI', 'KAFKA_BROKERS'].filter((name) => process.env[name]);
if (named.length === 0) {
  process.stderr.write(
    'Name at least one engine: EVENTSTORE_URI, MONGODB_URI or KAFKA_BROKERS (npm run engines starts them).\n',
  );
  process.exit(1);
}
const [{ ensureChromium }, { ensureBuilt }, { runSteps }] = await Promise.all([
  import('./lib/ensure-chromium.mjs'),
  import('./lib/ensure-built.mjs'),
  import('./lib/steps.mjs'),
]);
process.stdout.write(`Engines: ${named.join(', ')}\n`);
const steps = [['suites on real engines', 'npx', 'vitest', 'run', '--config', 'vitest.engines.config.ts']];
if (named.length === 3) {
  ensureChromium();
  await ensureBuilt();
  steps.push([
    'the journey on separate processes',
    'npx',
    'playwright',
    'test',
    '--config',
    'e2e/distributed.config.ts',
  ]);
}
runSteps(steps);
