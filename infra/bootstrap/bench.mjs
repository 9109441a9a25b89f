import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/root.mjs';

// Measures the pipeline against raw baselines in the same run. Arguments name single benchmarks (`npm run bench -- append`).
ensureInstalled();
const { ensureBuilt } = await import('./lib/ensure-built.mjs');
await ensureBuilt();
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', join(root, 'bench', 'run-all.ts'), ...process.argv.slice(2)],
  {
    cwd: root,
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
