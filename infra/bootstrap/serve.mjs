import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { nodeFlags } from './lib/node-flags.mjs';

// Runs a built process until it ends. It loads nothing but Node, because it stays as long as the product.
const [name, ...options] = process.argv.slice(2);
if (options.length > 0) {
  process.stderr.write(
    `There is no option "${options[0]}". Environment variables configure the product, see docs/configuration.md.\n`,
  );
  process.exit(2);
}

/** Milliseconds between checks whether npm's shell is still there. */
const PARENT_CHECK = 200;

// Images are processed in many threads, and with glibc each keeps freed memory in an arena of its own. The number of arenas is read at
// process start.
const child = spawn(
  process.execPath,
  [
    ...nodeFlags,
    '--import',
    new URL('lib/end-with-parent.mjs', import.meta.url).href,
    join(import.meta.dirname, '..', '..', 'dist', `${name}.js`),
  ],
  { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: { MALLOC_ARENA_MAX: '2', ...process.env } },
);
child.on('exit', (code) => process.exit(code ?? 1));

const stop = () => child.kill('SIGTERM');
process.on('SIGTERM', stop);
// A terminal sends an interrupt to both processes.
process.on('SIGINT', () => {});

// npm sends a signal to its shell, and some shells end without passing it on.
if (process.env.npm_lifecycle_event !== undefined) {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || stop(), PARENT_CHECK);
}
