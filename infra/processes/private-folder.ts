import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Permissions of everybody but the owner. */
const OTHERS = 0o077;

/** Whatever this process makes from here on, its owner alone can read. */
export const makePrivateFiles = (): void => {
  process.umask(OTHERS);
};

/** Takes a folder of an earlier version, with all that is in it, away from everybody but its owner. */
export const tightenFolder = (folder: string): void => {
  if (!existsSync(folder) || (statSync(folder).mode & OTHERS) === 0) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // What a link points to is not ours.
    if (entry.isSymbolicLink()) continue;
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
  // Last, so that an interrupted pass is made again.
  chmodSync(folder, 0o700);
};
