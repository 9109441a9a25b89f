import { type cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { folderKey, wrapFolderKey } from '../../../adapters/key-store/folder-key.ts';
import { openSqlite } from '../../../adapters/sqlite-file.ts';
import { dataFolder } from '../../engines/data-folder.ts';
import type { Settings } from '../../settings/settings.ts';
import { backup } from './backup.ts';

/** Called once the keys are copied. */
let afterKeys = (): void => {};

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  const copy: typeof cpSync = (from, to, options) => {
    if (String(from).endsWith('quorum.json')) afterKeys();
    real.cpSync(from, to, options);
  };
  return { ...real, cpSync: copy };
});

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'quorum-backup-'));
});
afterEach(() => rmSync(root, { recursive: true }));

it('a backup is refused if the master key was changed while it was made: no key would open it (SAFE-16)', async () => {
  const [former, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const dataDir = join(root, 'data');
  const { events, keys, files } = dataFolder(dataDir);
  const key = folderKey(dataDir, former);
  for (const path of [events, keys]) {
    mkdirSync(join(path, '..'), { recursive: true });
    openSqlite({ path, key }).exec('CREATE TABLE events (position INTEGER)').close();
  }
  mkdirSync(files);
  wrapFolderKey(dataDir, [next, former]);
  // The rotation ends.
  afterKeys = () => wrapFolderKey(dataDir, [next]);
  const settings = { dataDir, masterKey: former.toString('base64'), production: false } as Settings;
  const made = backup.runHere(
    settings,
    { command: 'backup', words: [join(root, 'copy')], flags: {}, by: 'me' },
    () => {},
  );
  await expect(made).rejects.toThrow('The master key was changed during the backup');
});
