import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

/** Linux's file system in memory. */
const MEMORY = '/dev/shm';

/** Bytes. Containers often have less. */
const NEEDED = 4 * 2 ** 30;

const hasRoom = () => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= NEEDED;
  } catch {
    return false;
  }
};

/**
 * Keeps the temporary files of this process and its children in memory until it exits. The product syncs each write to disk, which takes
 * much of the time of tests, and no test cuts the power.
 */
const keepScratchInMemory = () => {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(join(MEMORY, 'quorum-'));
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
};

/** Runs every command line, even after one failed, names those that failed at the end, and counts both. */
export const runSteps = (steps) => {
  keepScratchInMemory();
  const failed = steps.filter((line) => {
    process.stdout.write(`\n── ${line}\n`);
    return spawnSync(line, { stdio: ['ignore', 'inherit', 'inherit'], shell: true }).status !== 0;
  });
  process.stdout.write(failed.map((line) => `── Failed: ${line}\n`).join('') || '── All passed\n');
  process.stdout.write(`${steps.length - failed.length} passed, ${failed.length} failed\n`);
  process.exit(failed.length === 0 ? 0 : 1);
};
