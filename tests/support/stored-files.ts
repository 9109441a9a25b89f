import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from './product.ts';

/** Paths of all files in the product's file store, including unfinished uploads. */
export const storedFiles = async ({ dataDir }: Product): Promise<string[]> => {
  const folder = join(dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};
