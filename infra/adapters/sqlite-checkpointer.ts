import { messageOf } from '@quorum/service-kit/message-of.ts';
import Database from 'better-sqlite3-multiple-ciphers';
import { openSqlite, type SqliteFile } from './sqlite-file.ts';

/** Pages of a write-ahead log beyond which it begins again at its start. */
const MAX_PAGES = 2_000;
/** Attempts to copy all of a log that others write to. */
const MAX_PASSES = 5;
/** Milliseconds to wait for a commit or a read to end. A commit may wait as long for a read. */
const PATIENCE = 20;

type Checkpoint = { readonly busy: number; readonly log: number; readonly checkpointed: number };

/** `id` names one opening of a file. */
export type CheckpointRequest =
  | { readonly kind: 'watch'; readonly id: number; readonly file: SqliteFile }
  | { readonly kind: 'empty' | 'forget'; readonly id: number };

export type CheckpointReply = { readonly done: boolean } | { readonly unavailable: string };

/** Copies write-ahead logs into their files, on connections of its own, so that no commit does it. */
export class SqliteCheckpointer {
  readonly #files = new Map<number, Database.Database>();

  /** `done` is false if a log was in use and could not be emptied. */
  handle(request: CheckpointRequest): CheckpointReply {
    try {
      return { done: this.#carryOut(request) };
    } catch (error) {
      return { unavailable: messageOf(error) };
    }
  }

  /** Copies the commits since the last pass. New ones need not wait, unless a long log begins again at its start. */
  pass(): void {
    for (const db of this.#files.values()) {
      try {
        copyAll(db);
      } catch (error) {
        // The next pass tries again. A disk that is full or broken is reported by the commits.
        if (!(error instanceof Database.SqliteError)) throw error;
      }
    }
  }

  close(): void {
    for (const id of this.#files.keys()) this.#forget(id);
  }

  #carryOut(request: CheckpointRequest): boolean {
    switch (request.kind) {
      case 'watch':
        this.#files.set(request.id, openSqlite(request.file, { timeout: PATIENCE, fileMustExist: true }));
        return true;
      case 'forget':
        this.#forget(request.id);
        return true;
      case 'empty': {
        const db = this.#files.get(request.id);
        if (db === undefined) throw new Error('the thread of the checkpoints was lost');
        return checkpoint(db, 'TRUNCATE').busy === 0;
      }
    }
  }

  #forget(id: number): void {
    this.#files.get(id)?.close();
    this.#files.delete(id);
  }
}

const copyAll = (db: Database.Database): void => {
  let { log, checkpointed } = checkpoint(db, 'PASSIVE');
  for (let pass = 1; log > MAX_PAGES && log !== checkpointed && pass < MAX_PASSES; pass++)
    ({ log, checkpointed } = checkpoint(db, 'PASSIVE'));
  if (log > MAX_PAGES) checkpoint(db, 'RESTART');
};

const checkpoint = (db: Database.Database, mode: 'PASSIVE' | 'RESTART' | 'TRUNCATE'): Checkpoint => {
  const [result] = db.pragma(`wal_checkpoint(${mode})`) as Checkpoint[];
  if (result === undefined) throw new Error('SQLite did not answer a checkpoint');
  return result;
};
