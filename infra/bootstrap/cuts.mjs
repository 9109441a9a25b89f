import { ensureInstalled } from './lib/install.mjs';
import { runSteps } from './lib/steps.mjs';

// Runs the connection-cutting test for three minutes instead of seconds.
ensureInstalled();
process.env.GATEWAY_CUTS_SECONDS ??= '180';
await runSteps([['cuts', 'npx', 'vitest', 'run', 'tests/product/gateway/gateway-cuts.service.test.ts']]);
