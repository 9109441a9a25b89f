import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureChromium } from '../../infra/bootstrap/lib/ensure-chromium.mjs';
import { ensureInstalled } from '../../infra/bootstrap/lib/install.mjs';
import { root } from '../../infra/bootstrap/lib/root.mjs';
import { nodeFlags } from '../../infra/bootstrap/lib/serve.mjs';

// Measures the pipeline against raw baselines in the same run. Arguments name single benchmarks (`npm run bench -- append`).
const wanted = process.argv.slice(2);
ensureInstalled();
if (wanted.length === 0 || wanted.some((name) => name === 'browser' || name === 'first-load')) ensureChromium();
const { ensureBuilt } = await import('../../infra/bootstrap/lib/ensure-built.mjs');
await ensureBuilt();
// Benchmarks in this process run with the flags of a serving one.
const args = [...nodeFlags, '--import', 'tsx', join(root, 'tests', 'bench', 'run-all.ts'), ...wanted];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
