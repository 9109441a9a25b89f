import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureChromium } from '../../infra/bootstrap/lib/ensure-chromium.mjs';
import { nodeFlags } from '../../infra/bootstrap/lib/node-flags.mjs';

// Measures the pipeline against raw baselines in the same run. Arguments name single benchmarks (`npm run bench -- append`).
const wanted = process.argv.slice(2);
if (wanted.length === 0 || wanted.some((name) => name === 'browser' || name === 'first-load')) ensureChromium();
// Benchmarks in this process run with the flags of a serving one.
const args = [...nodeFlags, '--import', 'tsx', join(import.meta.dirname, 'run-all.ts'), ...wanted];
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
process.exit(status ?? 1);
