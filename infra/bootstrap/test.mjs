import { ensureInstalled } from './lib/install.mjs';
import { readOptions } from './lib/options.mjs';

// Runs every check on the embedded engines. Nothing is skipped: what is missing is installed, or reported as a failure.
readOptions('test', 'installs what is missing and runs every check.');
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
runSteps([
  ['types of the server', 'npx', 'tsc', '-p', 'tsconfig.json'],
  ['types of the pages', 'npx', 'tsc', '-p', 'frontend/tsconfig.json'],
  ['types of the browser tests', 'npx', 'tsc', '-p', 'tests/e2e/tsconfig.json'],
  ['style', 'npx', 'biome', 'check', '.'],
  ['type-aware lint', 'npx', 'eslint', '.'],
  ['layers', 'npx', 'depcruise', '--config', '.dependency-cruiser.cjs', ...folders],
  ['folders of the client', 'npx', 'depcruise', '--config', '.dependency-cruiser.folders.cjs', 'frontend/src'],
  ['unused code', 'npx', 'knip'],
  ['code that only tests use', 'npx', 'knip', '--production'],
  ['unit, contract and service tests', 'npx', 'vitest', 'run'],
  ['browser tests', 'npx', 'playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'],
]);
