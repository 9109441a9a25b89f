import { messageOf } from '@quorum/service-kit/message-of.ts';
import type { EventToAppend, ExpectedRevision } from '@quorum/service-kit/ports/event-log.ts';
import type Database from 'better-sqlite3-multiple-ciphers';
import type { SqliteFile } from '../../sqlite-file.ts';
import { CHAIN_START, type ChainedRow, chainHash, hashOf, openForWriting, storedHash } from './sqlite-event-schema.ts';

export type AppendRequest = {
  readonly stream: string;
  readonly events: readonly EventToAppend[];
  readonly expected: ExpectedRevision;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** `first` is the position of the append's first event; the others follow without gaps. */
export type AppendReply =
  | { readonly first: number; readonly revision: number; readonly repeated?: true }
  | { readonly conflict: number }
  | { readonly unavailable: string };

const NONE = -1;

type Stored = { id: string; position: number };

/**
 * The only writer of the log's file. Every batch is one transaction and so one flush. An append whose expectation fails leaves no
 * trace in it. Repeats are recognized by the events' ids within their stream.
 */
export class SqliteEventWriter {
  readonly #file: SqliteFile;
  #db: Database.Database;
  #statements: ReturnType<typeof prepare>;
  #position = 0;
  #hash = CHAIN_START;
  #recordedAt = 0;

  constructor(file: SqliteFile) {
    this.#file = file;
    this.#db = openForWriting(file);
    this.#statements = prepare(this.#db);
    this.#recall();
  }

  /** For tests: the pragmas of this connection. */
  get durability(): { journal: unknown; synchronous: unknown; secureDelete: unknown } {
    return {
      journal: this.#db.pragma('journal_mode', { simple: true }),
      synchronous: this.#db.pragma('synchronous', { simple: true }),
      secureDelete: this.#db.pragma('secure_delete', { simple: true }),
    };
  }

  /** For tests: limits the file to this many pages, like a full disk. */
  limitPages(pages: number): void {
    this.#db.pragma(`max_page_count = ${pages}`);
  }

  /** One reply per request, in order. A batch without events is written too, which shows whether the disk takes anything. */
  commit(batch: readonly AppendRequest[]): AppendReply[] {
    try {
      this.#statements.begin.run();
      const before = this.#position;
      const replies = batch.map((request) => this.#append(request));
      if (this.#position !== before || batch.every(({ events }) => events.length === 0))
        this.#statements.setEnd.run(this.#position, storedHash(this.#hash));
      this.#statements.commit.run();
      return replies;
    } catch (error) {
      const unavailable = messageOf(error);
      this.#recover();
      return batch.map(() => ({ unavailable }));
    }
  }

  close(): void {
    this.#db.close();
  }

  #append(request: AppendRequest): AppendReply {
    const { stream, events, expected } = request;
    const started = expected === 'none' && events.length > 0 ? this.#begin(request) : undefined;
    if (started !== undefined) return started;
    const actual = this.#revisionOf(stream);
    const wanted = expected === 'none' ? NONE : expected;
    if (wanted !== actual) return this.#repeated(stream, events, wanted) ?? { conflict: actual };
    if (events.length === 0) return { first: this.#position + 1, revision: actual };
    return this.#insertAll(request, actual);
  }

  /**
   * Most appends start a stream. The insert itself shows whether it is new; looking first would nearly double the cost.
   * @returns undefined if the stream exists; no row was written then.
   */
  #begin(request: AppendRequest): AppendReply | undefined {
    try {
      return this.#insertAll(request, NONE);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return undefined;
    }
  }

  #insertAll({ stream, events, now }: AppendRequest, actual: number): AppendReply {
    const first = this.#position + 1;
    const recordedAt = Math.max(now, this.#recordedAt);
    for (const [index, event] of events.entries()) {
      this.#insert(event, { stream, revision: actual + 1 + index, position: first + index, recordedAt });
    }
    this.#position += events.length;
    this.#recordedAt = recordedAt;
    return { first, revision: actual + events.length };
  }

  #insert(event: EventToAppend, place: Omit<ChainedRow, keyof EventToAppend>): void {
    const { id, type, data, metadata } = event;
    const { position, stream, revision, recordedAt } = place;
    const hash = chainHash(this.#hash, { position, stream, revision, id, type, data, metadata, recordedAt });
    this.#statements.insert.run(position, stream, revision, id, type, data, metadata, recordedAt, storedHash(hash));
    this.#hash = hash;
  }

  /** The first outcome, if exactly these events were already appended with the same expectation. */
  #repeated(stream: string, events: readonly EventToAppend[], wanted: number): AppendReply | undefined {
    const { byRevision } = this.#statements;
    const stored = events.map((_, index) => byRevision.get(stream, wanted + 1 + index) as Stored | undefined);
    const [first] = stored;
    if (first === undefined || !stored.every((found, index) => found?.id === events[index]?.id)) return undefined;
    return { first: first.position, revision: wanted + events.length, repeated: true };
  }

  #revisionOf(stream: string): number {
    const last = this.#statements.lastRevision.get(stream) as { revision: number } | undefined;
    return last?.revision ?? NONE;
  }

  #recall(): void {
    const last = this.#db
      .prepare('SELECT position, hash, recorded_at FROM events ORDER BY position DESC LIMIT 1')
      .get() as { position: number; hash: Buffer; recorded_at: number } | undefined;
    const end = this.#db.prepare('SELECT position, hash FROM chain_end').get() as { position: number; hash: Buffer };
    // Events that someone else removed from the end stay missing; their positions are not reused.
    this.#position = Math.max(last?.position ?? 0, end.position);
    this.#hash = hashOf(last !== undefined && last.position >= end.position ? last.hash : end.hash);
    this.#recordedAt = last?.recorded_at ?? 0;
  }

  /** After a disk error nothing cached is trusted, and the next batch uses a new connection. */
  #recover(): void {
    try {
      this.#db.close();
    } finally {
      this.#db = openForWriting(this.#file);
      this.#statements = prepare(this.#db);
      this.#recall();
    }
  }
}

const prepare = (db: Database.Database) => ({
  begin: db.prepare('BEGIN IMMEDIATE'),
  commit: db.prepare('COMMIT'),
  insert: db.prepare(
    `INSERT INTO events (position, stream, revision, id, type, data, metadata, recorded_at, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ),
  setEnd: db.prepare('UPDATE chain_end SET position = ?, hash = ?'),
  lastRevision: db.prepare('SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1'),
  byRevision: db.prepare('SELECT id, position FROM events WHERE stream = ? AND revision = ?'),
});

const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE';
