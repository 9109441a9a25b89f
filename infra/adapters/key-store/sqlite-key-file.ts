import Database from 'better-sqlite3';

/**
 * A destroyed key's bytes are overwritten in place. That leaves no copy behind because rows never move: `place` only
 * grows, so a full page is never split into two that both hold old bytes, and a row never changes its size (`destroyed`
 * takes no room, the zeros as much as the key). The write-ahead log is emptied by a checkpoint before `destroy` answers.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS keys (
    place INTEGER PRIMARY KEY AUTOINCREMENT,
    subject TEXT NOT NULL UNIQUE,
    destroyed INTEGER NOT NULL,
    wrapped BLOB NOT NULL
  ) STRICT;
`;

export type KeyRequest =
  | { readonly obtain: string; readonly fresh: Uint8Array }
  | { readonly destroy: string; readonly zeros: Uint8Array };

/** `wrapped` is null when the subject's key is destroyed. */
export type KeyReply = { readonly wrapped: Uint8Array | null } | { readonly unavailable: string };

type Row = { destroyed: number; wrapped: Buffer };

/** The only writer of the keys' file. Every batch is one transaction. */
export class SqliteKeyFile {
  readonly #file: string;
  #db: Database.Database;

  constructor(file: string) {
    this.#file = file;
    this.#db = openFile(file);
  }

  handle(batch: readonly KeyRequest[]): KeyReply[] {
    try {
      const replies = this.#db.transaction(() => batch.map((request) => this.#carryOut(request))).immediate();
      if (batch.some((request) => 'destroy' in request)) this.#emptyWriteAheadLog();
      return replies;
    } catch (error) {
      const unavailable = error instanceof Error ? error.message : String(error);
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
      const row = this.#db.prepare('SELECT destroyed, wrapped FROM keys WHERE subject = ?').get(request.obtain) as Row;
      return { wrapped: row.destroyed === 1 ? null : row.wrapped };
    }
    this.#db
      .prepare(
        `INSERT INTO keys (subject, destroyed, wrapped) VALUES (?, 1, ?)
         ON CONFLICT (subject) DO UPDATE SET destroyed = 1, wrapped = excluded.wrapped`,
      )
      .run(request.destroy, request.zeros);
    return { wrapped: null };
  }

  #emptyWriteAheadLog(): void {
    const [result] = this.#db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    if (result?.busy !== 0) throw new Error('the write-ahead log is in use and cannot be emptied');
  }
}

const openFile = (file: string): Database.Database => {
  const db = new Database(file, { timeout: 2_000 });
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('secure_delete = ON');
  db.pragma('cache_size = -8192');
  db.exec(SCHEMA);
  return db;
};
