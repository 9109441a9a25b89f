import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Finds the built pages: `frontend/dist` of the product's folder, at or above the running file. The file is `dist/standalone.js`
 * when bundled, and deeper in the tree when run from source.
 * @param running URL of the running module. @param exists whether a path exists.
 */
export const defaultPagesDir = (running: string, exists: (path: string) => boolean = existsSync): string => {
  const start = dirname(fileURLToPath(running));
  for (let folder = start; ; folder = dirname(folder)) {
    if (exists(join(folder, 'frontend', 'package.json'))) return join(folder, 'frontend', 'dist');
    if (folder === dirname(folder)) return join(start, 'frontend', 'dist');
  }
};
