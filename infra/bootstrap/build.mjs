import './install.mjs';

// Installs missing packages, and builds server and pages if a source is newer than the last build.
const { ensureBuilt } = await import('./lib/ensure-built.mjs');
await ensureBuilt();
