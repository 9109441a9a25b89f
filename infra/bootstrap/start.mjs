import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';

// Installs what is missing, builds what is stale, and serves the whole product from one process.
ensureInstalled();
const { ensureBuilt } = await import('./lib/ensure-built.mjs');
await ensureBuilt();
process.env.PAGES_DIR ??= join(root, 'frontend', 'dist');
await import(pathToFileURL(join(root, 'dist', 'standalone.js')).href);
