import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { builtFile } from './built-file.ts';

export type Ended = { readonly code: number; readonly out: string; readonly err: string };

/** Starts the support tool in its own process on a data folder. */
export const spawnSupport = (
  dataDir: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): ChildProcessByStdio<null, Readable, Readable> =>
  spawn(process.execPath, [builtFile('support'), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** A command that takes longer says how far it is, which depends on the machine. */
const PROGRESS = /^\d+( of \d+)? .*, \d+ a second(, \d+ s left)?\n/gm;

/** Like `spawnSupport`, until it ends, without lines of progress. */
export const support = async (
  dataDir: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> => {
  const child = spawnSupport(dataDir, args, environment);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code: code ?? -1, out, err: err.replace(PROGRESS, '') };
};

/** Like `support`, with its machine-readable output. */
export const supportJson = async <T>(dataDir: string, args: readonly string[]): Promise<T> => {
  const { code, out, err } = await support(dataDir, [...args, '--json']);
  if (out === '') throw new Error(`support ${args.join(' ')} ended with ${code}: ${err}`);
  return JSON.parse(out) as T;
};
