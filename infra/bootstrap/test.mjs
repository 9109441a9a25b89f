import { ensureInstalled } from './lib/install.mjs';

// Every check there is, on the embedded engines. Nothing is skipped: what is missing is installed, or named and failed on.
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
  'service-kit/src',
  'command-service/src',
  'query-service/src',
  'projections/src',
  'infra',
  'frontend/src',
];
runSteps([
  ['types of the server', 'npx', 'tsc', '-p', 'tsconfig.json'],
  ['types of the pages', 'npx', 'tsc', '-p', 'frontend/tsconfig.json'],
  ['types of the browser tests', 'npx', 'tsc', '-p', 'e2e/tsconfig.json'],
  ['style', 'npx', 'biome', 'check', '.'],
  ['type-aware lint', 'npx', 'eslint', '.'],
  ['layers', 'npx', 'depcruise', '--config', '.dependency-cruiser.cjs', ...folders],
  ['unused code', 'npx', 'knip'],
  ['unit, contract and service tests', 'npx', 'vitest', 'run'],
  ['browser tests', 'npx', 'playwright', 'test', '--config', 'e2e/playwright.config.ts'],
]);
