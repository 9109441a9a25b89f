import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Where the built pages lie: `frontend/dist` of the folder, at or above the running file, that holds the product. The file is
 * `dist/standalone.js` when bundled and lies deeper when run from its source.
 * @param running address of the running module. @param exists tells whether there is a file or folder at a path.
 */
export const defaultPagesDir = (running: string, exists: (path: string) => boolean = existsSync): string => {
  const start = dirname(fileURLToPath(running));
  for (let folder = start; ; folder = dirname(folder)) {
    if (exists(join(folder, 'frontend', 'package.json'))) return join(folder, 'frontend', 'dist');
    if (folder === dirname(folder)) return join(start, 'frontend', 'dist');
  }
};
