import type { Collection, Index } from '@quorum/service-kit/ports/generations.ts';
import { withId } from '@quorum/service-kit/ports/index-choice.ts';
import Database from 'better-sqlite3-multiple-ciphers';
import { openSqlite, type SqliteFile, writeAhead } from '../../sqlite-file.ts';

/** Raised with every change that an older program would misread. */
const SCHEMA_VERSION = 2;

export const openForCommits = (file: SqliteFile): Database.Database => {
  const db = openSqlite(file, { timeout: 4_000 });
  try {
    const version = db.pragma('user_version', { simple: true }) as number;
    if (version !== 0 && version !== SCHEMA_VERSION)
      throw new Error(`${file.path} was written by another version (${version}). Remove it, and it is built again.`);
    // A commit writes every page that it touches, some 24 for a message. Larger pages would only make all of that longer.
    db.pragma('page_size = 4096');
    // The position of the models is in the same file, so everything that a power cut loses is read from the log again.
    writeAhead(db, 'NORMAL');
    db.pragma('cache_size = -32768');
    db.exec(`
      CREATE TABLE IF NOT EXISTS generations (
        model TEXT NOT NULL, generation TEXT NOT NULL, collections TEXT NOT NULL, checkpoint TEXT NOT NULL,
        active INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (model, generation)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS parked (
        model TEXT NOT NULL, position TEXT NOT NULL, event TEXT NOT NULL, PRIMARY KEY (model, position)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS removals (
        target TEXT NOT NULL, condition TEXT NOT NULL, fields TEXT NOT NULL, PRIMARY KEY (target, condition, fields)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS dropped (target TEXT PRIMARY KEY NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS unmerged (
        target TEXT PRIMARY KEY NOT NULL, state TEXT NOT NULL
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE IF NOT EXISTS changes (
        audience TEXT NOT NULL, sequence INTEGER NOT NULL, kind TEXT NOT NULL, position TEXT NOT NULL, data TEXT NOT NULL,
        PRIMARY KEY (audience, sequence)
      ) STRICT, WITHOUT ROWID;
      PRAGMA user_version = ${SCHEMA_VERSION};
    `);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

export const openForReads = (file: SqliteFile): Database.Database => {
  const db = openSqlite(file, { readonly: true, timeout: 4_000 });
  db.pragma('cache_size = -16384');
  return db;
};

/**
 * Including the id makes every order total. An index of one field omits it and orders only by rowid, which is rarely needed; new
 * entries then go to the end of the field's value instead of a random place, touching far fewer pages. Every query by an index
 * compares its first field, so documents without that field are omitted.
 */
export const createIndexSql = (collection: Collection, generation: string, index: Index): string => {
  const table = tableName(collection.name, generation);
  const columns = (index.length === 1 ? index : withId(index)).map(quote).join(', ');
  return `CREATE INDEX IF NOT EXISTS ${quote(indexName(table, index))} ON ${quote(table)} (${columns}) WHERE ${quote(index[0] ?? 'id')} IS NOT NULL`;
};

/** The file cannot be used now (disk, lock, memory), as opposed to an invalid statement. */
export const isEngineFailure = (error: unknown): error is Error =>
  error instanceof Database.SqliteError &&
  /^SQLITE_(BUSY|LOCKED|IOERR|FULL|CANTOPEN|READONLY|NOMEM|CORRUPT|NOTADB|PROTOCOL|PERM|AUTH)/.test(error.code);

export type SqlValue = string | number | null;

/** A field's value as a scalar. A value that cannot be indexed (missing, null, nested) is NULL and matches no comparison. */
export const plain = (value: unknown): SqlValue => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
};

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const tableName = (collection: string, generation: string): string => `${collection}__${generation}`;

export const indexName = (table: string, index: Index): string => `${table}__${index.join('_')}`;
