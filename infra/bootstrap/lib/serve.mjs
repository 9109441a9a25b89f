import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

/**
 * Flags of a serving process. Requests produce much short-lived garbage, so a larger young generation is collected less often
 * under load. It stays small when little happens, and five uploads of 100 MB stay below 200 MB in total.
 */
export const nodeFlags = ['--max-semi-space-size=32'];

const here = (file) => new URL(file, import.meta.url).href;

/**
 * Runs a built process until it ends. Images are processed in many threads, and with glibc each keeps freed memory in an arena of
 * its own. The number of arenas is read at process start, so on Linux this starts a new process, which ends with this one however
 * this one dies.
 */
export const serve = async (name) => {
  const file = join(root, 'dist', `${name}.js`);
  if (process.platform !== 'linux' || process.env.MALLOC_ARENA_MAX !== undefined) {
    await import(pathToFileURL(file).href);
    return;
  }
  const child = spawn(process.execPath, [...nodeFlags, '--import', here('./end-with-parent.mjs'), file], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
  });
  // A terminal sends an interrupt to both processes; only signals from elsewhere have to be forwarded.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('exit', (code) => process.exit(code ?? 1));
};
