import { chmodSync, existsSync, statSync } from 'node:fs';

/** Permission bits of everyone but the owner. */
const OTHERS = 0o077;

/** Makes everything this process creates from now on private to its owner. */
export const makePrivateFiles = (): void => {
  process.umask(OTHERS);
};

/** Closes a folder that something else made to everyone but its owner, and so everything in it. */
export const tightenFolder = (folder: string): void => {
  if (existsSync(folder) && (statSync(folder).mode & OTHERS) !== 0) chmodSync(folder, 0o700);
};
