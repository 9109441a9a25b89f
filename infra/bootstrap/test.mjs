import { ensureChromium } from './lib/ensure-chromium.mjs';
import { runSteps } from './lib/run-steps.mjs';

// Runs every check on the embedded engines. Nothing is skipped: what is missing is installed, or reported as a failure.
ensureChromium();

// Type-aware linting is a fifth faster if the Go runtime of that tool collects garbage less often.
process.env.GOGC ??= '400';

// Browsers take most of the processor. The others wait for processes and timers much of the time, and use what is left.
await runSteps(
  ['npx playwright test --config tests/e2e/playwright.config.ts'],
  ['npx biome check .', 'npx oxlint', 'npm run -s layers', 'npx knip', 'npx knip --production', 'npx vitest run'],
);
