import { chmodSync, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Permission bits of everyone but the owner. */
const OTHERS = 0o077;

/** Makes everything this process creates from now on private to its owner. */
export const makePrivateFiles = (): void => {
  process.umask(OTHERS);
};

/** Makes a folder from an earlier version, and everything in it, private to its owner. */
export const tightenFolder = (folder: string): void => {
  if (!existsSync(folder) || (statSync(folder).mode & OTHERS) === 0) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    // A link's target is not ours.
    if (entry.isSymbolicLink()) continue;
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600);
  }
  // Last, so that an interrupted pass is repeated.
  chmodSync(folder, 0o700);
};
