import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cacheHome = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');

/** Where engines are installed and run: outside the repository, so that a clean checkout finds them again. */
export const cacheFolder = join(cacheHome, 'quorum-engines');

/** Process records, logs and temporary data of running engines. */
export const runFolder = join(cacheFolder, 'run');

export const repositoryRoot = fileURLToPath(new URL('../../../', import.meta.url));
