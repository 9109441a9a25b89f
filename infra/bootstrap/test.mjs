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

const folders = [
  'contracts/src',
  'domain/src',
  'service-kit/src',
  'command-service/src',
  'query-service/src',
  'projections/src',
  'infra',
  'frontend/src',
  'tests',
];
const tsc = (project) => ['npx', 'tsc', '-p', project];
const depcruise = (rules, ...checked) => ['npx', 'depcruise', '--config', rules, ...checked];

await runSteps(
  [
    ['unit, contract and service tests', 'npx', 'vitest', 'run'],
    ['browser tests', 'npx', 'playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'],
  ],
  {
    // The longest first.
    inPairs: [
      ['type-aware lint', 'npx', 'eslint', '.'],
      ['types of the server', ...tsc('tsconfig.json')],
      ['types of the pages', ...tsc('frontend/tsconfig.json')],
      ['types of the browser tests', ...tsc('tests/e2e/tsconfig.json')],
      ['layers', ...depcruise('.dependency-cruiser.cjs', ...folders)],
      ['folders of the client', ...depcruise('.dependency-cruiser.folders.cjs', 'frontend/src')],
      ['unused code', 'npx', 'knip'],
      ['code that only tests use', 'npx', 'knip', '--production'],
      ['style', 'npx', 'biome', 'check', '.'],
    ],
  },
);
