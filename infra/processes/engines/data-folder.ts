import { accessSync, constants, existsSync, lstatSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { SettingsError } from '../settings/settings.ts';

/** Paths of the embedded engines within a data folder. */
export const dataFolder = (dataDir: string) => ({
  description: join(dataDir, 'quorum.json'),
  events: join(dataDir, 'events', 'events.db'),
  keys: join(dataDir, 'keys', 'keys.db'),
  files: join(dataDir, 'files'),
  readModels: join(dataDir, 'read-models'),
  erased: join(dataDir, 'erased.list'),
  /** Only in a backup that is being made or was interrupted. */
  unfinished: join(dataDir, 'backup.unfinished'),
  /** Only in a backup from which something is being erased, or whose erasure was interrupted. */
  erasing: join(dataDir, 'backup.erasing'),
  /** Only in a finished backup: what it consists of. */
  manifest: join(dataDir, 'backup.json'),
  /** Only while a restore is under way, or after it was interrupted. */
  restoring: join(dataDir, 'restoring'),
});

/** The owner and mode of what cannot be written, and who this process is. */
const ownerOf = (path: string): string => {
  if (!existsSync(path)) return '';
  const { uid, mode } = statSync(path);
  const own = process.getuid?.();
  return own === undefined ? '' : `: user ${uid}, mode ${(mode & 0o777).toString(8)}; this process is user ${own}`;
};

/**
 * Waiting does not help here, as it does for an engine on a server.
 * @param access only tests replace it.
 * @throws SettingsError with the reason if the folder or something in it cannot be written.
 */
export const requireWritable = (dataDir: string, access: (path: string, mode: number) => void = accessSync): void => {
  const { events, keys, files, readModels } = dataFolder(dataDir);
  let path = resolve(dataDir);
  try {
    mkdirSync(path, { recursive: true });
    for (const inside of [path, dirname(events), events, dirname(keys), keys, files, readModels]) {
      path = resolve(inside);
      // The files of a copy are linked, and only read.
      if (existsSync(path) && !lstatSync(path).isSymbolicLink()) access(path, constants.R_OK | constants.W_OK);
    }
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
    throw new SettingsError(
      `${path} cannot be written (${code}${ownerOf(path)}). DATA_DIR must name a folder of this account`,
    );
  }
};

/** As {@link requireWritable}, without a reason. */
export const isWritable = (dataDir: string): boolean => {
  try {
    requireWritable(dataDir);
    return true;
  } catch {
    return false;
  }
};
