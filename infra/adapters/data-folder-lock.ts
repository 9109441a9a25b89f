import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';

/** One line for the terminal. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
}

export type DataFolderLock = { release(): void };

/**
 * Locks a folder for this process. The lock is an operating system lock on a small file, held through SQLite's exclusive locking
 * mode, so it ends with the process, however that dies.
 * @param part which part of the folder; parts are locked independently.
 * @throws DataFolderInUseError if another process holds it.
 */
export const lockDataFolder = (folder: string, part = 'process'): DataFolderLock => {
  mkdirSync(folder, { recursive: true });
  const db = new Database(join(folder, `${part}.lock`), { timeout: 0 });
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (!(error instanceof Database.SqliteError) || !error.code.startsWith('SQLITE_BUSY')) throw error;
    throw new DataFolderInUseError(`The data folder ${resolve(folder)} is in use by another process.`);
  }
  return { release: () => void db.close() };
};
