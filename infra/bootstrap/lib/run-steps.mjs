import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/** Characters of a failed command's output that are repeated at the end. */
const REPEATED = 8_000;

/**
 * Runs a command line. Its output appears as it comes, or all at once at the end.
 * @returns whether it succeeded, and what it said.
 */
const run = async (line, isShownAtEnd) => {
  const child = spawn(line, { stdio: ['ignore', 'pipe', 'pipe'], shell: true });
  const said = [`\n── ${line}\n`];
  if (!isShownAtEnd) process.stdout.write(said[0]);
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      said.push(text);
      if (!isShownAtEnd) process.stdout.write(text);
    });
  }
  const [status] = await once(child, 'close');
  const output = said.join('');
  if (isShownAtEnd) process.stdout.write(output);
  return { line, output, isPassed: status === 0 };
};

/** @returns how each command line ended. */
const runInTurn = async (lines, isShownAtEnd = false) => {
  const results = [];
  for (const line of lines) results.push(await run(line, isShownAtEnd));
  return results;
};

/**
 * Runs every command line, even after one failed. At the end it repeats what those that failed said last, because hosted runners keep
 * only the last part of a long output, and counts both kinds.
 * @param beside further ones, which run in turn while the first ones do.
 */
export const runSteps = async (steps, beside = []) => {
  keepScratchInMemory();
  const results = (await Promise.all([runInTurn(beside, true), runInTurn(steps)])).flat();
  const failed = results.filter(({ isPassed }) => !isPassed);
  for (const { output } of failed) process.stdout.write(`\n… ${output.slice(-REPEATED)}`);
  process.stdout.write(`\n${failed.map(({ line }) => `── Failed: ${line}\n`).join('') || '── All passed\n'}`);
  process.stdout.write(`${results.length - failed.length} passed, ${failed.length} failed\n`);
  process.exit(failed.length === 0 ? 0 : 1);
};
