import Database from 'better-sqlite3-multiple-ciphers';

/** A database file, and the key that encrypts it, its journals and its write-ahead log; none for a file without contents. */
export type SqliteFile = { readonly path: string; readonly key?: Uint8Array | undefined };

/**
 * AEGIS-256, an authenticated cipher: a changed byte is an error and never another value. Measured with 64 appends per transaction,
 * it takes as much processor time as no encryption at all; ChaCha20, the library's default, nearly doubles it.
 */
const CIPHER = 'aegis';

/** Opens a connection. Temporary tables and indexes stay in memory, because files for them would not be encrypted. */
export const openSqlite = ({ path, key }: SqliteFile, options: Database.Options = {}): Database.Database => {
  const db = new Database(path, options);
  try {
    if (key !== undefined) {
      db.pragma(`cipher = '${CIPHER}'`);
      db.pragma(`key = "x'${Buffer.from(key).toString('hex')}'"`);
    }
    db.pragma('temp_store = MEMORY');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

/**
 * Pages of a write-ahead log beyond which a commit copies it after all. Only a program without `SqliteCheckpoints` gets there, or one
 * whose thread for them was lost.
 */
const AUTOCHECKPOINT_PAGES = 32_000;

/**
 * Settings of a connection that writes. `secure_delete` overwrites what is deleted.
 * @param synchronous `FULL` flushes every commit; after a power cut, `NORMAL` may lose the last ones.
 */
export const writeAhead = (db: Database.Database, synchronous: 'FULL' | 'NORMAL'): void => {
  db.pragma('journal_mode = WAL');
  // Not stored in the file: after reopening, the library's default would apply.
  db.pragma(`synchronous = ${synchronous}`);
  db.pragma('secure_delete = ON');
  db.pragma(`wal_autocheckpoint = ${AUTOCHECKPOINT_PAGES}`);
};

/**
 * The end of a query that takes its limit as a parameter. SQLite 3.48 and later plan by the limit's value, and prepare a statement
 * that ends with a bare `LIMIT ?` again each time it runs. The sign hides the parameter from the planner.
 */
export const LIMIT = 'LIMIT +?';
