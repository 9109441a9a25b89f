import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BuildOptions, build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { workerEntries } from './worker-channel.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
/** Inside the repository, so that the bundle finds the installed packages. */
const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url));

const MAIN = `
  import { SqliteEventLog } from './event-log/sqlite/sqlite-event-log.ts';
  import { SqliteKeyStore } from './key-store/sqlite-key-store.ts';
  const [folder] = process.argv.slice(2);
  const log = await SqliteEventLog.open({ folder });
  const keys = await SqliteKeyStore.open({ folder, masterKey: Buffer.alloc(32) });
  const event = { id: '1', type: 'Happened', data: '{}', metadata: '{}' };
  const outcome = await log.append('s', [event], 'none');
  const key = await keys.obtain('user-1');
  console.log(outcome.ok, key.length);
  await keys.close();
  await log.close();
`;

describe('worker threads', () => {
  let folder: string;
  beforeEach(async () => {
    await mkdir(cache, { recursive: true });
    folder = await mkdtemp(join(cache, 'bundle-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('worker threads start from a bundle that contains their entry points', async () => {
    const common: BuildOptions = {
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['better-sqlite3-multiple-ciphers'],
    };
    const workers = Object.fromEntries(
      Object.entries(workerEntries).map(([name, source]) => [`workers/${name}`, join(here, source)]),
    );
    await build({ ...common, entryPoints: workers, outdir: folder });
    await build({
      ...common,
      stdin: { contents: MAIN, resolveDir: here, loader: 'ts' },
      outfile: join(folder, 'main.js'),
    });
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'main.js'), join(folder, 'data')]);
    expect(stdout.trim()).toBe('true 32');
  });
});
