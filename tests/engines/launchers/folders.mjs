import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cacheHome = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');

/** What engines are installed to and run in: outside the tree, so that a clean checkout finds them again. */
export const cacheFolder = join(cacheHome, 'quorum-engines');

/** Process records, logs and (temporary) data of the engines that run. */
export const runFolder = join(cacheFolder, 'run');

export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));
