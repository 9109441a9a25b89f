import type Database from 'better-sqlite3';
import { WorkerChannel } from '../worker-channel.ts';
import type { CommitRequest } from './sqlite-commit-plan.ts';
import { SqliteCommitter, type StoreReply, type StoreRequest } from './sqlite-committer.ts';

/** Values in a commit that is small. A chat message has about 60; a commit of this size takes well under a millisecond. */
const MOST_VALUES = 200;

/**
 * Commits between checkpoints of the write-ahead log. A checkpoint syncs the file, which takes milliseconds, so the worker makes it
 * after a commit and not within one.
 */
const COMMITS_PER_CHECKPOINT = 50;

/** Whether a commit keeps its thread busy only briefly. Removals by a field may create an index first. */
const isSmall = ({ runs, changes }: CommitRequest): boolean => {
  let values = changes.length;
  for (const run of runs) {
    if (run.index !== undefined) return false;
    values += run.values.length;
  }
  return values <= MOST_VALUES;
};

/**
 * Has requests carried out in order: by a worker, or for a small commit on this thread. Handing a small one over would take longer
 * than to make it, and a sleeping thread wakes late on a busy machine. Reads on the same connection also keep their page cache then.
 */
export class SqliteWriter {
  readonly #channel: WorkerChannel<StoreRequest, StoreReply>;
  #here: SqliteCommitter | undefined;
  #underWay = 0;
  #commits = 0;

  constructor(file: string) {
    // The projections commit one batch at a time, and what they publish waits for it.
    this.#channel = new WorkerChannel('sqlite-read-store', { file }, { gathers: false });
  }

  /** @throws WorkerLostError if the file cannot be opened. */
  start(): Promise<void> {
    return this.#channel.start();
  }

  /** From now on, small commits are made on this connection. No other process may write to the file. */
  commitOn(db: Database.Database): void {
    // A checkpoint within a commit would keep this thread waiting for the disk.
    db.pragma('wal_autocheckpoint = 0');
    this.#here = new SqliteCommitter(db);
  }

  /** @throws WorkerLostError */
  async send(request: StoreRequest): Promise<StoreReply> {
    const reply = this.#carryOutHere(request) ?? (await this.#handOver(request));
    if (request.kind === 'commit') this.#checkpointIfDue();
    return reply;
  }

  async close(): Promise<void> {
    this.#here = undefined;
    await this.#channel.close();
  }

  #carryOutHere(request: StoreRequest): StoreReply | undefined {
    if (this.#here === undefined || this.#underWay > 0) return undefined;
    return request.kind === 'commit' && isSmall(request) ? this.#here.handle(request) : undefined;
  }

  async #handOver(request: StoreRequest): Promise<StoreReply> {
    this.#underWay += 1;
    try {
      return await this.#channel.send(request);
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Not counted as under way: SQLite commits beside a checkpoint. */
  #checkpointIfDue(): void {
    this.#commits += 1;
    if (this.#commits < COMMITS_PER_CHECKPOINT) return;
    this.#commits = 0;
    // Whatever keeps it from being made, such as a full disk, is reported by commits, and the next one makes up for it.
    this.#channel.send({ kind: 'checkpoint' }).catch(() => {});
  }
}
