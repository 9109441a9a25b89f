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

/** Runs a command line. Its output appears as it comes, or all at once at the end. @returns whether it succeeded */
const run = async (line, isShownAtEnd) => {
  const output = isShownAtEnd ? 'pipe' : 'inherit';
  const title = `\n── ${line}\n`;
  const child = spawn(line, { stdio: ['ignore', output, output], shell: true });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
  if (!isShownAtEnd) process.stdout.write(title);
  const [status] = await once(child, 'close');
  if (isShownAtEnd) process.stdout.write(Buffer.concat([Buffer.from(title), ...said]));
  return status === 0;
};

/** @returns the command lines that failed. */
const runInTurn = async (lines, isShownAtEnd = false) => {
  const failed = [];
  for (const line of lines) if (!(await run(line, isShownAtEnd))) failed.push(line);
  return failed;
};

/**
 * Runs every command line, even after one failed, names those that failed at the end, and counts both.
 * @param beside further ones, which run in turn while the first ones do.
 */
export const runSteps = async (steps, beside = []) => {
  keepScratchInMemory();
  const failed = (await Promise.all([runInTurn(beside, true), runInTurn(steps)])).flat();
  process.stdout.write(failed.map((line) => `── Failed: ${line}\n`).join('') || '── All passed\n');
  process.stdout.write(`${beside.length + steps.length - failed.length} passed, ${failed.length} failed\n`);
  process.exit(failed.length === 0 ? 0 : 1);
};
