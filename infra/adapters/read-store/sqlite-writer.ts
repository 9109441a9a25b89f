import type Database from 'better-sqlite3-multiple-ciphers';
import type { SqliteFile } from '../sqlite-file.ts';
import { WorkerChannel } from '../worker-channel.ts';
import type { CommitRequest } from './sqlite-commit-plan.ts';
import { SqliteCommitter, type StoreReply, type StoreRequest } from './sqlite-committer.ts';

/** Values in a commit that is small, and characters in them. A chat message has about 60 values, and is committed in 0.3 ms. */
const MAX_VALUES = 200;
const MAX_CHARACTERS = 64_000;

/** Small commits made in one turn of the event loop. Awaiting them lets nothing else run, so the worker makes further ones. */
const MAX_IN_A_TURN = 8;

/**
 * Commits after which the worker copies the write-ahead log to the file. That syncs the file and takes milliseconds, so
 * no commit does it. Usually everything has been copied then, and the log starts over. If commits always come in
 * between, the log grows, so now and then they wait until it has started over.
 */
const COMMITS_PER_COPY = 50;
const COMMITS_PER_EMPTYING = 500;

const charactersIn = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);

/** Whether a commit keeps its thread busy only briefly. Removals by a field may create an index first. */
const isSmall = ({ runs, changes, park, unpark }: CommitRequest): boolean => {
  if (runs.some(({ removal }) => removal !== undefined)) return false;
  const parts = [changes, park, unpark, ...runs.map(({ values }) => values)];
  const count = parts.reduce((sum, part) => sum + part.length, 0);
  return count <= MAX_VALUES && parts.reduce((sum, part) => sum + charactersIn(part), 0) <= MAX_CHARACTERS;
};

/**
 * Carries out requests in order: in a worker, or on this thread if the commit is small. Handing over a small commit
 * takes longer than making it, and a sleeping thread wakes late on a busy machine. Commits on the connection that reads
 * also keep its page cache.
 */
export class SqliteWriter {
  readonly #channel: WorkerChannel<StoreRequest, StoreReply>;
  #here: SqliteCommitter | undefined;
  #underWay = 0;
  #inTurn = 0;
  #commits = 0;

  constructor(file: SqliteFile) {
    // The projections commit one batch at a time, and what they publish waits for it.
    this.#channel = new WorkerChannel('sqlite-read-store', file, { gathers: false });
  }

  /** @throws WorkerLostError if the file cannot be opened. */
  start(): Promise<void> {
    return this.#channel.start();
  }

  /** From now on, small commits are made on this connection. No other process may write to the file. */
  commitOn(db: Database.Database): void {
    // This thread must wait neither for the disk nor for a lock. The worker does both.
    db.pragma('wal_autocheckpoint = 0');
    db.pragma('busy_timeout = 0');
    this.#here = new SqliteCommitter(db);
  }

  /** @throws WorkerLostError */
  async send(request: StoreRequest): Promise<StoreReply> {
    const reply = this.#carryOutHere(request) ?? (await this.#handOver(request));
    if (request.kind === 'commit') this.#copyLogIfDue();
    return reply;
  }

  async close(): Promise<void> {
    this.#here = undefined;
    await this.#channel.close();
  }

  #carryOutHere(request: StoreRequest): StoreReply | undefined {
    if (this.#here === undefined || this.#underWay > 0 || this.#inTurn >= MAX_IN_A_TURN) return undefined;
    if (request.kind !== 'commit' || !isSmall(request)) return undefined;
    this.#countTurn();
    const reply = this.#here.handle(request);
    // It was rolled back. The worker waits for a lock, and says what is wrong otherwise.
    return 'unavailable' in reply ? undefined : reply;
  }

  #countTurn(): void {
    this.#inTurn += 1;
    if (this.#inTurn > 1) return;
    setImmediate(() => {
      this.#inTurn = 0;
    });
  }

  async #handOver(request: StoreRequest): Promise<StoreReply> {
    this.#underWay += 1;
    try {
      return await this.#channel.send(request);
    } finally {
      this.#underWay -= 1;
    }
  }

  #copyLogIfDue(): void {
    this.#commits += 1;
    if (this.#commits % COMMITS_PER_COPY > 0) return;
    const empties = this.#commits % COMMITS_PER_EMPTYING === 0;
    this.#channel
      .send({ kind: 'copy-log' })
      .then(() => (empties ? this.#handOver({ kind: 'empty-log' }) : undefined))
      // Whatever prevents it, such as a full disk, is reported by commits, and the next time makes up for it.
      .catch(() => {});
  }
}
