import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';

// Questions and repairs for support people. What the server is made of is built when it is stale.
ensureInstalled();
const { ensureBuilt } = await import('./lib/ensure-built.mjs');
await ensureBuilt();
await import(pathToFileURL(join(root, 'dist', 'support.js')).href);
