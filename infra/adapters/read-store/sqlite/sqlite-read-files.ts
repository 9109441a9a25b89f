import { readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from '../../sync-folder.ts';

/**
 * Every scrub makes a file with a name of its own. Windows cannot rename a file over one that is open, and SQLite finds a
 * write-ahead log by the name of its file: two files of one name, the former still open for reads, would share it.
 */
const nameAfter = (scrubs: number): string => (scrubs === 0 ? 'read-models.db' : `read-models-${scrubs}.db`);

const scrubsOf = (name: string): number => Number(/^read-models-(\d+)\.db$/.exec(name)?.[1] ?? 0);

const newestOf = (names: readonly string[]): string => nameAfter(Math.max(0, ...names.map(scrubsOf)));

/** The path of the read models, where nothing is before they are first opened. */
export const currentFile = (folder: string): string => join(folder, newestOf(readdirSync(folder)));

/** The path of the file that a scrub of this one makes. */
export const nextFile = (path: string): string => join(dirname(path), nameAfter(scrubsOf(basename(path)) + 1));

/** Removes files that a scrub replaced, with their write-ahead logs, and unfinished copies. */
export const removeFormer = async (folder: string): Promise<void> => {
  const names = readdirSync(folder);
  const newest = newestOf(names);
  const former = names.filter((name) => name.startsWith('read-models') && !name.startsWith(newest));
  for (const name of former) await rm(join(folder, name), { force: true });
  await syncFolder(folder);
};
