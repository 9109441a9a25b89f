import { ensureInstalled } from './lib/install.mjs';

ensureInstalled();
const { ensureBuilt } = await import('./lib/ensure-built.mjs');
await ensureBuilt();
