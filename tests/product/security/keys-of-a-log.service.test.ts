import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileKeyOf } from '../../support/data-file.ts';
import { logOf } from '../../support/log-of.ts';
import { builtFile } from '../../support/processes/built-file.ts';
import { signUp } from '../../support/product.ts';

let folder: string;
let dataDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quorum-keys-'));
  dataDir = join(folder, 'data');
});
/** Opens the log, whatever happened to the keys. */
let fileKey: Uint8Array;
const children = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** The product in its own process. Resolves when it listens, or when it failed to start. */
const start = async (environment: Readonly<Record<string, string>> = {}) => {
  const child = spawn(process.execPath, [builtFile('standalone')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      TRUST_PROXY: 'true',
      PAGES_DIR: join(folder, 'no-pages'),
      ...environment,
    },
  });
  children.add(child);
  let out = '';
  let err = '';
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.stderr.on('data', (text: Buffer) => {
    err += text.toString();
  });
  const listening = new Promise<void>((resolve) =>
    child.stdout.on('data', (text: Buffer) => {
      out += text.toString();
      if (/localhost:\d+/.test(out)) resolve();
    }),
  );
  await Promise.race([listening, exited]);
  return {
    origin: `http://127.0.0.1:${/localhost:(\d+)/.exec(out)?.[1]}`,
    code: child.exitCode,
    line: err,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};

/** A stopped product with one account. */
const usedOnce = async (): Promise<void> => {
  const running = await start();
  await signUp(running);
  await running.stop();
  fileKey = fileKeyOf(dataDir);
};

const refusedStart = async (environment?: Readonly<Record<string, string>>) => {
  const before = existsSync(join(dataDir, 'events')) ? (await logOf(dataDir, '', fileKey)).length : 0;
  const { code, line } = await start(environment);
  expect(code).toBe(1);
  expect(line.trim().split('\n')).toHaveLength(1);
  if (before > 0) expect(await logOf(dataDir, '', fileKey)).toHaveLength(before);
  return line;
};

describe('starting with keys that do not belong to the log', () => {
  it('a start fails with one line if the master key is wrong, and works with the right one (SAFE-15)', async () => {
    await usedOnce();
    const line = await refusedStart({ MASTER_KEY: randomBytes(32).toString('base64') });
    expect(line).toContain('MASTER_KEY (or the file that stands in for it) is not the one');
    const again = await start();
    expect(again.code).toBeNull();
    await again.stop();
  });

  it('a start creates no new master key beside data if the file is gone (SAFE-15)', async () => {
    await usedOnce();
    renameSync(`${dataDir}.master-key`, join(folder, 'elsewhere'));
    expect(await refusedStart()).toContain('put that file back');
    expect(existsSync(`${dataDir}.master-key`)).toBe(false);
  });

  it('a start fails with one line if the key store is empty, even for a log restored without its keys (SAFE-15)', async () => {
    await usedOnce();
    renameSync(join(dataDir, 'keys'), join(folder, 'keys'));
    expect(await refusedStart()).toContain('The key store is not the one that the event log was written with');
    rmSync(join(dataDir, 'keys'), { recursive: true });
    cpSync(join(folder, 'keys'), join(dataDir, 'keys'), { recursive: true });
    const again = await start();
    expect(again.code).toBeNull();
    await again.stop();
  });

  it('a start fails with one line if the log is gone but its keys are not (SAFE-15)', async () => {
    await usedOnce();
    rmSync(join(dataDir, 'events'), { recursive: true });
    expect(await refusedStart()).toContain('The event log is empty, but the key store holds the keys of another log');
  });
});

/** Permissions of others on anything in a folder. */
const openToOthers = (path: string): string[] =>
  [path, ...readdirSync(path, { recursive: true }).map((name) => join(path, String(name)))].filter(
    (each) => (statSync(each).mode & 0o077) !== 0,
  );

describe('the data folder', () => {
  it('the data folder is readable only by its owner (SAFE-14)', async () => {
    const running = await start();
    await signUp(running);
    expect(openToOthers(dataDir)).toEqual([]);
    expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(['events', 'keys', 'read-models', 'logs']));
    await running.stop();
    expect(openToOthers(dataDir)).toEqual([]);
    expect(await readFile(`${dataDir}.master-key`, 'utf8')).not.toBe('');
  });

  it('the data folder is closed to others if it was made by something else (SAFE-14)', async () => {
    mkdirSync(dataDir);
    chmodSync(dataDir, 0o755);
    const running = await start();
    expect(openToOthers(dataDir)).toEqual([]);
    await running.stop();
  });
});
