import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { DataFolderError } from '../../adapters/key-store/folder-key.ts';
import { dataFolder } from './data-folder.ts';

/** A backup must not change, and half a restore must not serve. @throws DataFolderError */
export const refuseCopies = (dataDir: string): void => {
  const { manifest, unfinished, restoring } = dataFolder(dataDir);
  if (existsSync(restoring))
    throw new DataFolderError(`A restore into ${resolve(dataDir)} was interrupted: run it again.`);
  if (existsSync(manifest) || existsSync(unfinished))
    throw new DataFolderError(
      `${resolve(dataDir)} is a backup, which is only read: restore it into an empty DATA_DIR.`,
    );
};
