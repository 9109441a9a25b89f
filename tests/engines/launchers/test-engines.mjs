import { ensureInstalled } from '../../../infra/bootstrap/lib/install.mjs';

// The contract suites on the engines that the environment names; one that cannot be reached fails its suite.
ensureInstalled();
const together = ['EVENTSTORE_URI', 'MONGODB_URI', 'KAFKA_BROKERS'];
const named = together.filter((name) => process.env[name]);
const left = together.filter((name) => !named.includes(name));
if (named.length === 0) {
  process.stderr.write(`Name at least one engine: ${together.join(', ')} (npm run engines starts them).\n`);
  process.exit(1);
}
const [{ ensureChromium }, { ensureBuilt }, { runSteps }] = await Promise.all([
  import('../../../infra/bootstrap/lib/ensure-chromium.mjs'),
  import('../../../infra/bootstrap/lib/ensure-built.mjs'),
  import('../../../infra/bootstrap/lib/steps.mjs'),
]);
process.stdout.write(`Engines: ${named.join(', ')}\n`);
if (left.length > 0)
  process.stdout.write(
    `Not named, so their suites and those of all engines together are left out: ${left.join(', ')}\n`,
  );
const steps = [['suites on the named engines', 'npx', 'vitest', 'run', '--config', 'tests/engines/vitest.config.ts']];
if (together.every((name) => process.env[name])) {
  ensureChromium();
  await ensureBuilt();
  steps.push([
    'the journey of two browsers on separate processes',
    'npx',
    'playwright',
    'test',
    '--config',
    'tests/e2e/distributed.config.ts',
  ]);
}
await runSteps(steps);
