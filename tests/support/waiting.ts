import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Product } from './product.ts';

/** Waits until something holds, looking again and again. @param within milliseconds. @throws after that. */
export const until = async (holds: () => Promise<boolean> | boolean, within = 60_000): Promise<void> => {
  const end = Date.now() + within;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`This did not come true within ${within / 1000} seconds`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** Paths of everything that lies in the product's file store, unfinished uploads too. */
export const storedFiles = async ({ dataDir }: Product): Promise<string[]> => {
  const folder = join(dataDir, 'files');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
};
