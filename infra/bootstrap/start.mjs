import { ensureInstalled } from './lib/install.mjs';
import { readOptions } from './lib/options.mjs';
import { serve } from './lib/serve.mjs';

// Installs missing packages, builds what is outdated, and serves the product from one process.
readOptions('start', 'installs missing packages, builds what is outdated, and serves the product.');
ensureInstalled();
const { ensureBuilt } = await import('./lib/ensure-built.mjs');
await ensureBuilt();
await serve('standalone');
