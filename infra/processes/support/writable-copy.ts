import { chmod, cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { loadMasterKey } from '../../adapters/key-store/master-key.ts';
import { dataFolder } from '../engines/data-folder.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * Works on a copy of the databases of a data folder, for one that cannot be written, such as a mounted snapshot. They stay encrypted,
 * and the copy is removed afterwards. Files are read where they are.
 */
export const onCopy = async <T>(settings: Settings, work: (copied: Settings) => Promise<T>): Promise<T> => {
  const { dataDir, masterKey, production } = settings;
  // Before it, so that a missing key file is named where it should be.
  const { key } = loadMasterKey({ MASTER_KEY: masterKey, NODE_ENV: production ? 'production' : undefined }, dataDir);
  const copy = await mkdtemp(join(tmpdir(), 'quorum-copy-'));
  try {
    const files = resolve(dataFolder(dataDir).files);
    await cp(dataDir, copy, { recursive: true, filter: (from) => resolve(from) !== files });
    for (const name of await readdir(copy, { recursive: true })) await chmod(join(copy, name), 0o700);
    await symlink(files, dataFolder(copy).files);
    return await work({ ...settings, dataDir: copy, masterKey: Buffer.from(key).toString('base64') });
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
};
