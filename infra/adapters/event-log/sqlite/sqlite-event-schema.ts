import { hash } from 'node:crypto';
import type Database from 'better-sqlite3-multiple-ciphers';
import { openSqlite, type SqliteFile, writeAhead } from '../../sqlite-file.ts';

/** Raised with every change of the tables. */
const SCHEMA_VERSION = 1;

const TABLES = `
  CREATE TABLE events (
    position INTEGER PRIMARY KEY,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    recorded_at INTEGER NOT NULL,
    hash BLOB NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX events_by_stream ON events (stream, revision);
  -- The end of the chain: without it, events cut off the end would not be missed.
  CREATE TABLE chain_end (one INTEGER PRIMARY KEY CHECK (one = 1), position INTEGER NOT NULL, hash BLOB NOT NULL) STRICT;
  INSERT INTO chain_end VALUES (1, 0, zeroblob(32));
  PRAGMA user_version = ${SCHEMA_VERSION};
`;

export const openForWriting = (file: SqliteFile): Database.Database => {
  const db = openSqlite(file, { timeout: 2_000 });
  try {
    const version = db.pragma('user_version', { simple: true }) as number;
    if (version > SCHEMA_VERSION) throw new Error(`${file.path} was written by a newer version (${version})`);
    writeAhead(db, 'FULL');
    db.pragma('cache_size = -16384');
    // Only if needed: an open that writes would fail while another process has the file for a moment.
    if (version < SCHEMA_VERSION) db.transaction(() => db.exec(TABLES)).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

export type ChainedRow = {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
  readonly recordedAt: number;
};

/** Hashes are stored as bytes and computed as base64, which is twice as fast as turning each into a buffer and back. */
export const hashOf = (stored: Buffer): string => stored.toString('base64');
export const storedHash = (computed: string): Buffer => Buffer.from(computed, 'base64');

export const CHAIN_START = hashOf(Buffer.alloc(32));

/** SHA-256 over the previous hash and everything stored for the event. Lengths separate neighboring fields. */
export const chainHash = (previous: string, row: ChainedRow): string =>
  hash(
    'sha256',
    `${previous} ${row.position} ${row.revision} ${row.recordedAt} ${row.stream.length} ${row.id.length} ${row.type.length} ${row.data.length} ${row.stream}${row.id}${row.type}${row.data}${row.metadata}`,
    'base64',
  );
