import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureChromium } from './lib/ensure-chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';

// Measures the pipeline against raw baselines in the same run. Arguments name single benchmarks (`npm run bench -- append`).
const wanted = process.argv.slice(2);
ensureInstalled();
if (wanted.length === 0 || wanted.includes('browser')) ensureChromium();
const { ensureBuilt } = await import('./lib/ensure-built.mjs');
await ensureBuilt();
const { status } = spawnSync(process.execPath, ['--import', 'tsx', join(root, 'bench', 'run-all.ts'), ...wanted], {
  cwd: root,
  stdio: 'inherit',
});
process.exit(status ?? 1);
