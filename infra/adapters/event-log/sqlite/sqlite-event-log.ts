import { join } from 'node:path';
import { messageOf } from '@quorum/service-kit/message-of.ts';
import { type Clock, systemClock } from '@quorum/service-kit/ports/clock.ts';
import {
  type AppendOutcome,
  BEFORE_FIRST,
  type ChainLink,
  type EventLog,
  type EventToAppend,
  type ExpectedRevision,
  type FollowOptions,
  type IntegrityFault,
  type LogDistance,
  LogUnavailableError,
  type Position,
  type RecordedEvent,
  type Revision,
  type Subscription,
} from '@quorum/service-kit/ports/event-log.ts';
import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';
import Database from 'better-sqlite3-multiple-ciphers';
import { type DataFolderLock, lockDataFolder } from '../../data-folder-lock.ts';
import { SqliteCheckpoints } from '../../sqlite-checkpoints.ts';
import { LIMIT, openSqlite, type SqliteFile } from '../../sqlite-file.ts';
import { WorkerChannel } from '../../worker-channel.ts';
import { followByReading, Wake } from '../follow-loop.ts';
import { LastAppend, PROBE } from '../last-append.ts';
import { hashOf } from './sqlite-event-schema.ts';
import { isChained, verifyChain } from './sqlite-event-verifier.ts';
import type { AppendReply, AppendRequest } from './sqlite-event-writer.ts';

export type SqliteEventLogOptions = {
  /** Folder of `events.db`; created if missing. */
  readonly folder: string;
  readonly clock?: Clock;
  /** Encrypts the file, see `folder-key.ts`. */
  readonly fileKey?: Uint8Array | undefined;
  /** For reading the log of a running process from another one: takes no lock and appends nothing. */
  readonly readOnly?: boolean;
};

const FILE = 'events.db';
const REMEMBERED_STREAMS = 20_000;
/** Milliseconds between a read-only log's checks for new events. */
const POLL_INTERVAL_MS = 500;

const NOTHING: readonly RecordedEvent[] = [];

const format = (position: number): Position => (position === 0 ? BEFORE_FIRST : String(position).padStart(16, '0'));
const parse = (position: Position): number => (position === BEFORE_FIRST ? 0 : Number(position));

type LinkRow = { readonly stream: string; readonly revision: number; readonly hash: Buffer };
type Row = [number, string, number, string, number, string, string, string];

/** Parts of a log that is not read-only. */
type Writing = {
  readonly lock: DataFolderLock;
  readonly channel: WorkerChannel<AppendRequest, AppendReply>;
  readonly checkpoints: SqliteCheckpoints;
};

/**
 * The log in one SQLite file. A worker thread is its only writer. Reads go straight to the file (usually the page cache) and see
 * only what has been acknowledged.
 */
export class SqliteEventLog implements EventLog {
  readonly #clock: Clock;
  readonly #writing: Writing | undefined;
  readonly #reader: Database.Database;
  readonly #statements: ReturnType<typeof prepare>;
  /**
   * The stream's last revision. This process is the only writer, so it stays valid, and asking for later events costs nothing if
   * there are none.
   */
  readonly #ceilings = new RecentlyUsed<string, Revision>(REMEMBERED_STREAMS);
  readonly #followers = new Map<Subscription, Wake>();
  #head: number;
  readonly #lastAppend: LastAppend;

  /**
   * @throws DataFolderInUseError if another process has the folder.
   * @throws LogUnavailableError if the file cannot be opened.
   */
  static async open(options: SqliteEventLogOptions): Promise<SqliteEventLog> {
    const file = { path: join(options.folder, FILE), key: options.fileKey };
    if (options.readOnly === true) return new SqliteEventLog(options, file);
    const lock = lockDataFolder(options.folder, 'event-log');
    const channel = new WorkerChannel<AppendRequest, AppendReply>('sqlite-event-log', file);
    let checkpoints: SqliteCheckpoints | undefined;
    try {
      await channel.start();
      checkpoints = await SqliteCheckpoints.start(file);
      return new SqliteEventLog(options, file, { lock, channel, checkpoints });
    } catch (error) {
      await checkpoints?.close();
      await channel.close();
      lock.release();
      throw new LogUnavailableError(`The event log ${file.path} cannot be opened: ${messageOf(error)}`, {
        cause: error,
      });
    }
  }

  private constructor(options: SqliteEventLogOptions, file: SqliteFile, writing?: Writing) {
    this.#clock = options.clock ?? systemClock;
    this.#lastAppend = new LastAppend(this.#clock);
    this.#writing = writing;
    this.#reader = openSqlite(file, { readonly: true });
    this.#statements = prepare(this.#reader);
    this.#head = this.#storedHead();
  }

  append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<AppendOutcome> {
    return this.#lastAppend.note(this.#append(stream, events, expected));
  }

  async #append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<AppendOutcome> {
    if (this.#writing === undefined) throw new LogUnavailableError('The event log was opened for reading only.');
    let reply: AppendReply;
    try {
      reply = await this.#writing.channel.send({ stream, events, expected, now: this.#clock.now() });
    } catch (error) {
      reply = { unavailable: messageOf(error) };
    }
    if ('unavailable' in reply) {
      this.#distrust(stream);
      throw new LogUnavailableError(`The event log cannot be written: ${reply.unavailable}`);
    }
    if ('conflict' in reply) return { ok: false, actual: reply.conflict < 0 ? 'none' : reply.conflict };

    const { first, revision, repeated } = reply;
    const positions = events.map((_, index) => format(first + index));
    const last = first + events.length - 1;
    this.#raiseCeiling(stream, revision);
    this.#advance(last);
    return { ok: true, position: format(last), revision, positions, ...(repeated === true && { repeated }) };
  }

  async read(stream: string, from: Revision = 0): Promise<readonly RecordedEvent[]> {
    if (this.known(stream, from) !== undefined) return NOTHING;
    const events = this.#query(() => toEvents(this.#statements.stream.all(stream, from, this.#visible()) as Row[]));
    if (this.#writing !== undefined) this.#raiseCeiling(stream, events.at(-1)?.revision ?? from - 1);
    return events;
  }

  known(stream: string, from: Revision): readonly RecordedEvent[] | undefined {
    const ceiling = this.#ceilings.get(stream);
    return ceiling !== undefined && from > ceiling ? NOTHING : undefined;
  }

  /** There is no other writer. */
  current(): undefined {
    return undefined;
  }

  async readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]> {
    return this.#query(() => toEvents(this.#statements.all.all(parse(after), this.#visible(), limit) as Row[]));
  }

  follow(
    after: Position,
    handler: (events: readonly RecordedEvent[]) => Promise<void>,
    options: FollowOptions = {},
  ): Subscription {
    const wake = new Wake();
    const source = {
      read: (position: Position, limit: number) => this.readAll(position, limit),
      isEnd: (position: Position) => parse(position) >= this.#visible(),
      ...(this.#writing === undefined && { poll: POLL_INTERVAL_MS }),
    };
    const inner = followByReading(source, wake, after, handler, options);
    const subscription: Subscription = {
      stop: async () => {
        await inner.stop();
        this.#followers.delete(subscription);
      },
    };
    this.#followers.set(subscription, wake);
    return subscription;
  }

  async head(): Promise<Position> {
    return format(this.#query(() => this.#visible()));
  }

  between(after: Position, upTo: Position): LogDistance {
    return { unit: 'events', count: Math.max(0, parse(upTo) - parse(after)) };
  }

  async linkAt(position: Position): Promise<ChainLink | undefined> {
    const row = this.#query(() => this.#statements.link.get(parse(position)) as LinkRow | undefined);
    if (row === undefined) return undefined;
    const { stream, revision, hash } = row;
    return { position, stream, revision, hash: hashOf(hash) };
  }

  async isIntact(position: Position): Promise<boolean> {
    return this.#query(() => isChained(this.#reader, parse(position)));
  }

  verify(onChecked?: (events: number, streams: number) => void): AsyncIterable<IntegrityFault> {
    return verifyChain(this.#reader, format, onChecked);
  }

  async ping(): Promise<void> {
    this.#query(() => this.#storedHead());
    try {
      await this.#writing?.channel.start();
    } catch (error) {
      throw new LogUnavailableError(messageOf(error), { cause: error });
    }
    await this.#lastAppend.check(() => this.append(PROBE, [], 'none'));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#followers.keys()].map((subscription) => subscription.stop()));
    await this.#writing?.checkpoints.close();
    await this.#writing?.channel.close();
    this.#reader.close();
    this.#writing?.lock.release();
  }

  /** The last event readers may see. A committed but unacknowledged event stays hidden from all readers. */
  #visible(): number {
    return this.#writing === undefined ? this.#storedHead() : this.#head;
  }

  #storedHead(): number {
    return (this.#statements.head.get() as { head: number | null }).head ?? 0;
  }

  #advance(head: number): void {
    if (head <= this.#head) return;
    this.#head = head;
    for (const wake of this.#followers.values()) wake.give();
  }

  #raiseCeiling(stream: string, revision: Revision): void {
    this.#ceilings.set(stream, Math.max(revision, this.#ceilings.get(stream) ?? revision));
  }

  /** The append may have been stored anyway, so look instead of remembering. */
  #distrust(stream: string): void {
    this.#ceilings.delete(stream);
    try {
      this.#advance(this.#storedHead());
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      // The disk cannot be read either. The next acknowledged append raises the head beyond this one.
    }
  }

  #query<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof Database.SqliteError) && !(error instanceof TypeError)) throw error;
      throw new LogUnavailableError(`The event log cannot be read: ${error.message}`, { cause: error });
    }
  }
}

const COLUMNS = 'position, stream, revision, type, recorded_at, id, data, metadata';

const prepare = (db: Database.Database) => ({
  stream: db
    .prepare(`SELECT ${COLUMNS} FROM events WHERE stream = ? AND revision >= ? AND position <= ? ORDER BY revision`)
    .raw(),
  all: db
    .prepare(`SELECT ${COLUMNS} FROM events WHERE position > ? AND position <= ? ORDER BY position ${LIMIT}`)
    .raw(),
  link: db.prepare('SELECT stream, revision, hash FROM events WHERE position = ?'),
  head: db.prepare('SELECT max(position) AS head FROM events'),
});

const toEvents = (rows: readonly Row[]): RecordedEvent[] =>
  rows.map(([position, stream, revision, type, time, id, data, metadata]) => {
    const recordedAt = new Date(time).toISOString();
    return { position: format(position), stream, revision, id, type, data, metadata, recordedAt };
  });
