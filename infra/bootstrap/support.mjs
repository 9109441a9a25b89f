import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';

// Queries and repairs for support staff. Builds the server if it is stale.
ensureInstalled();
const { ensureBuilt } = await import('./lib/ensure-built.mjs');
await ensureBuilt();
await import(pathToFileURL(join(root, 'dist', 'support.js')).href);
