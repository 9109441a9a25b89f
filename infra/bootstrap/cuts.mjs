import { ensureInstalled } from './lib/install.mjs';
import { runSteps } from './lib/steps.mjs';

// The test that cuts the lines of sockets, for three minutes in place of seconds.
ensureInstalled();
process.env.GATEWAY_CUTS_SECONDS ??= '180';
runSteps([['cuts', 'npx', 'vitest', 'run', 'tests/product/gateway/gateway-cuts.service.test.ts']]);
