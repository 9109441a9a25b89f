import { messageOf } from '@quorum/service-kit/message-of.ts';
import Database from 'better-sqlite3-multiple-ciphers';
import { openSqlite, type SqliteFile } from './sqlite-file.ts';

/** Pages of a write-ahead log beyond which it begins again at its start. */
const MAX_PAGES = 2_000;
/** Pages that a checkpoint may copy while commits wait for it. */
const FEW_PAGES = 100;
/** Attempts to copy nearly all of a log that others write to. */
const MAX_PASSES = 8;
/** Milliseconds to wait for a commit or a read to end. A commit may wait as long for a read. */
const TIMEOUT_MS = 20;

/** Pages of the log when it began, and how many of them are in the file. */
type Checkpoint = { readonly busy: number; readonly log: number; readonly checkpointed: number };

type RunCheckpoint = (mode: 'PASSIVE' | 'RESTART' | 'TRUNCATE') => Checkpoint;

/** `id` names one opening of a file. */
export type CheckpointRequest =
  | { readonly kind: 'watch'; readonly id: number; readonly file: SqliteFile }
  | { readonly kind: 'copy' | 'empty' | 'forget'; readonly id: number };

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

  /** Copies the commits since the last pass. */
  pass(): void {
    for (const db of this.#files.values()) {
      try {
        copyLog(checkpointOf(db));
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
        this.#files.set(request.id, openSqlite(request.file, { timeout: TIMEOUT_MS, fileMustExist: true }));
        return true;
      case 'forget':
        this.#forget(request.id);
        return true;
      case 'copy':
        copyLog(this.#checkpointOf(request.id));
        return true;
      case 'empty':
        return emptyLog(this.#checkpointOf(request.id));
    }
  }

  #checkpointOf(id: number): RunCheckpoint {
    const db = this.#files.get(id);
    if (db === undefined) throw new Error('the thread of the checkpoints was lost');
    return checkpointOf(db);
  }

  #forget(id: number): void {
    this.#files.get(id)?.close();
    this.#files.delete(id);
  }
}

const checkpointOf =
  (db: Database.Database): RunCheckpoint =>
  (mode) => {
    const [result] = db.pragma(`wal_checkpoint(${mode})`) as Checkpoint[];
    if (result === undefined) throw new Error('SQLite did not answer a checkpoint');
    return result;
  };

/** New commits need not wait, unless a long log begins again at its start. */
export const copyLog = (run: RunCheckpoint): void => {
  const { log } = run('PASSIVE');
  if (log > MAX_PAGES && copyNearlyAll(run)) run('RESTART');
};

/**
 * Commits wait for the pages that the passes did not reach, because what was erased must go.
 * @returns false if somebody reads the log
 */
export const emptyLog = (run: RunCheckpoint): boolean => {
  copyNearlyAll(run);
  return run('TRUNCATE').busy === 0;
};

/**
 * Copies what was committed during the pass before, until that is little: commits wait for `RESTART` and `TRUNCATE`, which copy the rest.
 * @returns false if others write too fast, or still read what cannot be copied before they end
 */
const copyNearlyAll = (run: RunCheckpoint): boolean => {
  let before = 0;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const { log, checkpointed } = run('PASSIVE');
    if (log - before <= FEW_PAGES) return true;
    before = checkpointed;
  }
  return false;
};
