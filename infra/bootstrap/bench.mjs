import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureChromium } from './lib/ensure-chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { nodeFlags } from './lib/node-flags.mjs';
import { root } from './lib/root.mjs';

// Measures the pipeline against raw baselines in the same run. Arguments name single benchmarks (`npm run bench -- append`).
const wanted = process.argv.slice(2);
ensureInstalled();
if (wanted.length === 0 || wanted.includes('browser')) ensureChromium();
const { ensureBuilt } = await import('./lib/ensure-built.mjs');
await ensureBuilt();
// What is measured in this very process runs as a serving one does.
const args = [...nodeFlags, '--import', 'tsx', join(root, 'bench', 'run-all.ts'), ...wanted];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
