import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { readOptions } from './lib/options.mjs';
import { root } from './lib/root.mjs';
import { serve } from './lib/serve.mjs';

// Installs what is missing, builds what is stale, and serves the whole product from one process.
readOptions('start', 'installs what is missing, builds what is stale, and serves the whole product.');
ensureInstalled();
const { ensureBuilt } = await import('./lib/ensure-built.mjs');
await ensureBuilt();
process.env.PAGES_DIR ??= join(root, 'frontend', 'dist');
await serve('standalone');
