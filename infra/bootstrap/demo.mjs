import { ensureInstalled } from './lib/install.mjs';
import { readOptions } from './lib/options.mjs';
import { serve } from './lib/serve.mjs';

// Fills an empty data folder with a fictional group, prints how to sign in as its members, and serves it.
readOptions('run demo', 'fills an empty data folder with a sample group and serves it.');
ensureInstalled();
const { ensureBuilt } = await import('./lib/ensure-built.mjs');
await ensureBuilt();
await serve('demo');
