import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from './product.ts';

/** Paths of all files in a folder and the folders in it. */
export const filesIn = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};

/** Paths of all files in the product's file store, including unfinished uploads. */
export const storedFiles = ({ dataDir }: Product): Promise<string[]> => filesIn(join(dataDir, 'files'));
