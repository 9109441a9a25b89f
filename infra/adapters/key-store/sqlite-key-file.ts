import { messageOf } from '@quorum/service-kit/message-of.ts';
import type Database from 'better-sqlite3-multiple-ciphers';
import { openSqlite, type SqliteFile, writeAhead } from '../sqlite-file.ts';

/**
 * A destroyed key is overwritten in place. No copy remains, because rows never move: `place` only grows, so full pages are never
 * split, and rows never change size (`destroyed` takes no space, and zeros as much as the key). A replacement of the same length
 * overwrites the old key. One of another length is stored in pieces of fixed size, and its row holds zeros: a key that grows
 * again and again overwrites its pieces and adds one now and then, so it leaves nothing behind either. The key store
 * empties the write-ahead log before `destroy` and `replace` return. The generation of the keys is in the file header.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS keys (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL UNIQUE,
    destroyed INTEGER NOT NULL,
    wrapped BLOB NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS pieces (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS pieces_subject ON pieces (subject, place);
`;

const PIECE_BYTES = 1_024;
const LENGTH_BYTES = 4;

export type KeyRequest =
  | { readonly obtain: string; readonly fresh: Uint8Array }
  | { readonly destroy: string; readonly zeros: Uint8Array }
  /** Only if `was` is still current. */
  | { readonly replace: string; readonly was: Uint8Array; readonly by: Uint8Array }
  | { readonly forget: string; readonly wrapped: Uint8Array };

/** Finds the wrapped key of a subject; undefined if there is none, or if it is destroyed. */
export const keyReader = (db: Database.Database): ((subject: string) => Buffer | undefined) => {
  const row = db.prepare<[string], Buffer>('SELECT wrapped FROM keys WHERE subject = ? AND destroyed = 0').pluck();
  const pieces = db.prepare<[string], Buffer>('SELECT bytes FROM pieces WHERE subject = ? ORDER BY place').pluck();
  return (subject) => {
    const wrapped = row.get(subject) as Buffer | undefined;
    if (wrapped?.every((byte) => byte === 0) !== true) return wrapped;
    const bytes = Buffer.concat(pieces.all(subject) as Buffer[]);
    return bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + bytes.readUInt32BE(0));
  };
};

export const SELECT_GENERATION = 'PRAGMA user_version';

/** `wrapped` is the resulting key, null if the subject's key is destroyed. */
export type KeyReply = { readonly wrapped: Uint8Array | null } | { readonly unavailable: string };

/** The only writer of the keys' file. Every batch is one transaction. */
export class SqliteKeyFile {
  readonly #file: SqliteFile;
  #db: Database.Database;

  constructor(file: SqliteFile) {
    this.#file = file;
    this.#db = openFile(file);
  }

  handle(batch: readonly KeyRequest[]): KeyReply[] {
    try {
      const carryOutAll = this.#db.transaction(() => {
        if (batch.some((request) => !('obtain' in request))) this.#raiseGeneration();
        return batch.map((request) => this.#carryOut(request));
      });
      return carryOutAll.immediate();
    } catch (error) {
      const unavailable = messageOf(error);
      this.#db.close();
      this.#db = openFile(this.#file);
      return batch.map(() => ({ unavailable }));
    }
  }

  close(): void {
    this.#db.close();
  }

  #carryOut(request: KeyRequest): KeyReply {
    if ('obtain' in request) {
      this.#db
        .prepare('INSERT INTO keys (subject, destroyed, wrapped) VALUES (?, 0, ?) ON CONFLICT (subject) DO NOTHING')
        .run(request.obtain, request.fresh);
      return { wrapped: this.#select(request.obtain) };
    }
    if ('replace' in request) return this.#replace(request);
    if ('forget' in request) {
      this.#db.prepare('DELETE FROM keys WHERE subject = ? AND wrapped = ?').run(request.forget, request.wrapped);
      return { wrapped: null };
    }
    this.#db
      .prepare(
        `INSERT INTO keys (subject, destroyed, wrapped) VALUES (?, 1, ?)
         ON CONFLICT (subject) DO UPDATE SET destroyed = 1, wrapped = excluded.wrapped`,
      )
      .run(request.destroy, request.zeros);
    this.#blankPieces(request.destroy);
    return { wrapped: null };
  }

  #replace({ replace: subject, was, by }: Extract<KeyRequest, { replace: string }>): KeyReply {
    const wrapped = this.#select(subject);
    if (wrapped === null || !wrapped.equals(was)) return { wrapped };
    if (was.length === by.length && this.#places(subject).length === 0)
      this.#db.prepare('UPDATE keys SET wrapped = ? WHERE subject = ?').run(by, subject);
    else {
      this.#db.prepare('UPDATE keys SET wrapped = zeroblob(length(wrapped)) WHERE subject = ?').run(subject);
      this.#writePieces(subject, by);
    }
    return { wrapped: by };
  }

  #places(subject: string): number[] {
    return this.#db
      .prepare('SELECT place FROM pieces WHERE subject = ? ORDER BY place')
      .pluck()
      .all(subject) as number[];
  }

  #writePieces(subject: string, key: Uint8Array): void {
    const bytes = Buffer.alloc(Math.ceil((LENGTH_BYTES + key.length) / PIECE_BYTES) * PIECE_BYTES);
    bytes.writeUInt32BE(key.length);
    bytes.set(key, LENGTH_BYTES);
    this.#blankPieces(subject);
    const places = this.#places(subject);
    const update = this.#db.prepare('UPDATE pieces SET bytes = ? WHERE place = ?');
    const insert = this.#db.prepare('INSERT INTO pieces (subject, bytes) VALUES (?, ?)');
    for (let index = 0; index * PIECE_BYTES < bytes.length; index++) {
      const piece = bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES);
      const place = places[index];
      if (place === undefined) insert.run(subject, piece);
      else update.run(piece, place);
    }
  }

  #raiseGeneration(): void {
    const generation = this.#db.prepare(SELECT_GENERATION).pluck().get() as number;
    this.#db.pragma(`user_version = ${generation + 1}`);
  }

  #blankPieces(subject: string): void {
    this.#db.prepare('UPDATE pieces SET bytes = zeroblob(length(bytes)) WHERE subject = ?').run(subject);
  }

  #select(subject: string): Buffer | null {
    return keyReader(this.#db)(subject) ?? null;
  }
}

const openFile = (file: SqliteFile): Database.Database => {
  const db = openSqlite(file, { timeout: 2_000 });
  writeAhead(db, 'FULL');
  db.pragma('cache_size = -8192');
  db.exec(SCHEMA);
  return db;
};
