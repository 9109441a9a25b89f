import { ensureInstalled } from './lib/install.mjs';
import { readOptions } from './lib/options.mjs';

// Runs every check on the embedded engines. Nothing is skipped: what is missing is installed, or reported as a failure.
readOptions('test', 'installs missing packages and runs every check.');
ensureInstalled();
const [{ ensureChromium }, { ensureBuilt }, { runSteps }] = await Promise.all([
  import('./lib/ensure-chromium.mjs'),
  import('./lib/ensure-built.mjs'),
  import('./lib/steps.mjs'),
]);
ensureChromium();
await ensureBuilt();

// Type-aware linting is a fifth faster if the Go runtime of that tool collects garbage less often.
process.env.GOGC ??= '400';

await runSteps(
  [
    ['unit, contract and service tests', 'npx', 'vitest', 'run'],
    ['browser tests', 'npx', 'playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'],
  ],
  {
    // The longest first.
    inPairs: [
      ['types and lint', 'npx', 'oxlint'],
      ['layers', 'npm', 'run', 'layers'],
      ['unused code', 'npx', 'knip'],
      ['code that only tests use', 'npx', 'knip', '--production'],
      ['style', 'npx', 'biome', 'check', '.'],
    ],
  },
);
