import { ensureInstalled } from './lib/install.mjs';
import { readOptions } from './lib/options.mjs';

readOptions('run build', 'builds server and pages if a source is newer than the last build.');
ensureInstalled();
const { ensureBuilt } = await import('./lib/ensure-built.mjs');
await ensureBuilt();
