import type { EventToAppend, ExpectedRevision } from '@quorum/contracts/ports/event-log.ts';
import { RecentlyUsed } from '@quorum/contracts/recently-used.ts';
import type Database from 'better-sqlite3';
import { CHAIN_START, chainHash, openForWriting } from './sqlite-event-schema.ts';

export type AppendRequest = {
  readonly stream: string;
  readonly events: readonly EventToAppend[];
  readonly expected: ExpectedRevision;
  /** Milliseconds since 1970. */
  readonly now: number;
};

/** `first` is the position of the append's first event; the others follow without a gap. Times are milliseconds. */
export type AppendReply =
  | { readonly first: number; readonly revision: number; readonly recordedAt: number }
  | { readonly conflict: number }
  | { readonly misuse: string }
  | { readonly unavailable: string };

const NONE = -1;
/** Streams whose last revision is remembered. */
const REMEMBERED_STREAMS = 100_000;

type Stored = { stream: string; revision: number; position: number; recorded_at: number };

/**
 * The only writer of the log's file. Every batch is one transaction and so one flush; an append that fails its
 * expectation leaves no trace in it.
 */
export class SqliteEventWriter {
  readonly #file: string;
  #db: Database.Database;
  #statements: ReturnType<typeof prepare>;
  #revisions = new RecentlyUsed<string, number>(REMEMBERED_STREAMS);
  #position = 0;
  #hash = CHAIN_START;
  #recordedAt = 0;

  constructor(file: string) {
    this.#file = file;
    this.#db = openForWriting(file);
    this.#statements = prepare(this.#db);
    this.#recall();
  }

  /** For tests: what this connection promises. */
  get durability(): { journal: unknown; synchronous: unknown; secureDelete: unknown } {
    return {
      journal: this.#db.pragma('journal_mode', { simple: true }),
      synchronous: this.#db.pragma('synchronous', { simple: true }),
      secureDelete: this.#db.pragma('secure_delete', { simple: true }),
    };
  }

  /** For tests: the file may not grow beyond so many pages, as on a full disk. */
  limitPages(pages: number): void {
    this.#db.pragma(`max_page_count = ${pages}`);
  }

  /** One reply for each request, in their order. */
  commit(batch: readonly AppendRequest[]): AppendReply[] {
    try {
      this.#statements.begin.run();
      const before = this.#position;
      const replies = batch.map((request) => this.#append(request));
      if (this.#position !== before) this.#statements.setEnd.run(this.#position, this.#hash);
      this.#statements.commit.run();
      return replies;
    } catch (error) {
      const unavailable = error instanceof Error ? error.message : String(error);
      this.#recover();
      return batch.map(() => ({ unavailable }));
    }
  }

  close(): void {
    this.#db.close();
  }

  #append({ stream, events, expected, now }: AppendRequest): AppendReply {
    const actual = this.#revisionOf(stream);
    const wanted = expected === 'none' ? NONE : expected;
    if (wanted !== 'any' && wanted !== actual) return this.#repeated(stream, events, wanted) ?? { conflict: actual };
    if (events.length === 0) return { first: this.#position + 1, revision: actual, recordedAt: now };

    const { savepoint, release, undo } = this.#statements;
    const hashBefore = this.#hash;
    const first = this.#position + 1;
    const recordedAt = Math.max(now, this.#recordedAt);
    // A refused single insert undoes itself.
    if (events.length > 1) savepoint.run();
    try {
      for (const [index, event] of events.entries()) {
        this.#insert(stream, actual + 1 + index, first + index, event, recordedAt);
      }
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      this.#hash = hashBefore;
      if (events.length > 1) {
        undo.run();
        release.run();
      }
      return this.#repeated(stream, events, 'any') ?? this.#duplicate(stream, events, actual);
    }
    if (events.length > 1) release.run();
    this.#position += events.length;
    this.#recordedAt = recordedAt;
    this.#revisions.set(stream, actual + events.length);
    return { first, revision: actual + events.length, recordedAt };
  }

  #insert(stream: string, revision: number, position: number, event: EventToAppend, recordedAt: number): void {
    const { id, type, data, metadata } = event;
    const hash = chainHash(this.#hash, { position, stream, revision, id, type, data, metadata, recordedAt });
    this.#statements.insert.run(position, stream, revision, id, type, data, metadata, recordedAt, hash);
    this.#hash = hash;
  }

  /** The first outcome, if exactly these events were appended to the stream before, upon the same expectation. */
  #repeated(stream: string, events: readonly EventToAppend[], wanted: number | 'any'): AppendReply | undefined {
    let first: Stored | undefined;
    for (const [index, event] of events.entries()) {
      const stored = this.#statements.byId.get(event.id) as Stored | undefined;
      first ??= stored;
      if (stored === undefined || first === undefined || stored.stream !== stream) return undefined;
      if (stored.revision !== first.revision + index) return undefined;
    }
    if (first === undefined || (wanted !== 'any' && first.revision !== wanted + 1)) return undefined;
    return { first: first.position, revision: first.revision + events.length - 1, recordedAt: first.recorded_at };
  }

  #duplicate(stream: string, events: readonly EventToAppend[], actual: number): AppendReply {
    for (const { id } of events) {
      const stored = this.#statements.byId.get(id) as Stored | undefined;
      if (stored !== undefined && stored.stream !== stream) {
        return { misuse: `event id ${id} is already used in stream ${stored.stream}` };
      }
    }
    const distinct = new Set(events.map((event) => event.id)).size === events.length;
    return distinct ? { conflict: actual } : { misuse: `one append to ${stream} has the same event id twice` };
  }

  #revisionOf(stream: string): number {
    const known = this.#revisions.get(stream);
    if (known !== undefined) return known;
    const last = this.#statements.lastRevision.get(stream) as { revision: number } | undefined;
    return last?.revision ?? NONE;
  }

  #recall(): void {
    this.#revisions = new RecentlyUsed(REMEMBERED_STREAMS);
    const last = this.#db
      .prepare('SELECT position, hash, recorded_at FROM events ORDER BY position DESC LIMIT 1')
      .get() as { position: number; hash: Buffer; recorded_at: number } | undefined;
    const end = this.#db.prepare('SELECT position, hash FROM chain_end').get() as { position: number; hash: Buffer };
    // Events cut off the end by somebody else stay missing; their positions are not given out again.
    this.#position = Math.max(last?.position ?? 0, end.position);
    this.#hash = last !== undefined && last.position >= end.position ? last.hash : end.hash;
    this.#recordedAt = last?.recorded_at ?? 0;
  }

  /** After a fault of the disk: nothing that was remembered is trusted, and the next batch finds a fresh connection. */
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
  savepoint: db.prepare('SAVEPOINT append'),
  undo: db.prepare('ROLLBACK TO append'),
  release: db.prepare('RELEASE append'),
  insert: db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  setEnd: db.prepare('UPDATE chain_end SET position = ?, hash = ?'),
  lastRevision: db.prepare('SELECT revision FROM events WHERE stream = ? ORDER BY revision DESC LIMIT 1'),
  byId: db.prepare('SELECT stream, revision, position, recorded_at FROM events WHERE id = ?'),
});

const isDuplicate = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_CONSTRAINT_UNIQUE';
