import { ensureChromium } from './lib/ensure-chromium.mjs';
import { runSteps } from './lib/run-steps.mjs';

// Runs every check on the embedded engines. Nothing is skipped: what is missing is installed, or reported as a failure.
ensureChromium();

// Type-aware linting is a fifth faster if the Go runtime of that tool collects garbage less often.
process.env.GOGC ??= '400';

// Vitest waits for processes and timers much of the time, and the others use what it leaves. The browser tests come last: they fill both
// cores even alone.
await runSteps(
  [
    'npx biome check .',
    'npx oxlint',
    'npm run -s layers',
    'npx knip',
    'npx knip --production',
    'npx playwright test --config tests/e2e/playwright.config.ts',
  ],
  ['npx vitest run'],
);
