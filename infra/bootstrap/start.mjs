import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { readOptions } from './lib/options.mjs';
import { root } from './lib/root.mjs';
import { serve } from './lib/serve.mjs';

// Installs missing packages, builds what is outdated, and serves the product from one process.
readOptions('start', 'installs missing packages, builds what is outdated, and serves the product.');
ensureInstalled();
const { ensureBuilt } = await import('./lib/ensure-built.mjs');
await ensureBuilt();
process.env.PAGES_DIR ??= join(root, 'frontend', 'dist');
await serve('standalone');
