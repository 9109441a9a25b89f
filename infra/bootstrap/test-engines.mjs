import { ensureInstalled } from './lib/install.mjs';

// The contract suites on the engines that the environment names; one that cannot be reached fails its suite.
ensureInstalled();
const together = ['EVENTSTORE_URI', 'MONGODB_URI', 'KAFKA_BROKERS'];
/** The second server of MongoDB's protocol: the product is tried on one that has no transactions, its adapters also on one that has. */
const replicaSet = process.env.MONGODB_REPLICA_SET_URI;
const known = [...together, 'MONGODB_REPLICA_SET_URI'];
const named = known.filter((name) => process.env[name]);
const left = known.filter((name) => !named.includes(name));
if (named.length === 0) {
  process.stderr.write(`Name at least one engine: ${known.join(', ')} (npm run engines starts them).\n`);
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
const suites = ['npx', 'vitest', 'run', '--config', 'vitest.engines.config.ts'];
const steps = [];
if (together.some((name) => process.env[name])) steps.push(['suites on real engines', ...suites]);
if (replicaSet) {
  const alone = [`MONGODB_URI=${replicaSet}`, 'EVENTSTORE_URI=', 'KAFKA_BROKERS='];
  steps.push(['suites of MongoDB on a replica set', 'env', ...alone, ...suites]);
}
if (together.every((name) => process.env[name])) {
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
