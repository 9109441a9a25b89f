import { ensureInstalled } from './lib/install.mjs';

// The contract suites on the engines that the environment names; one that cannot be reached fails its suite.
ensureInstalled();
const known = ['EVENTSTORE_URI', 'MONGODB_URI', 'KAFKA_BROKERS'];
const named = known.filter((name) => process.env[name]);
const left = known.filter((name) => !named.includes(name));
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
if (left.length > 0)
  process.stdout.write(
    `Not named, so their suites and those of all engines together are left out: ${left.join(', ')}\n`,
  );
const steps = [['suites on real engines', 'npx', 'vitest', 'run', '--config', 'vitest.engines.config.ts']];
if (named.length === 3) {
  ensureChromium();
  await ensureBuilt();
  steps.push([
    'the journey of two browsers on separate processes',
    'npx',
    'playwright',
    'test',
    '--config',
    'e2e/distributed.config.ts',
  ]);
}
runSteps(steps);
