/**
 * The event log: streams of events in one total order. Payloads are JSON texts that the log stores as they are
 * (personal fields are already encrypted when they come here, see `EventStore`).
 */

/**
 * A place in the log's total order. Opaque but ordered: `a < b` as strings means that `a` comes first.
 * The empty string stands before the first event.
 */
export type Position = string;

export const BEFORE_FIRST: Position = '';

/** Revision of an event in its stream, counted from 0. */
export type Revision = number;

/** What the appender believes about the stream: its last revision, or that it does not exist. `any` skips the check. */
export type ExpectedRevision = Revision | 'none' | 'any';

export type EventToAppend = {
  /** UUID. Repeating an append with the same ids and the same expectation has one effect. */
  readonly id: string;
  readonly type: string;
  /** JSON text. */
  readonly data: string;
  /** JSON text. */
  readonly metadata: string;
};

export type RecordedEvent = EventToAppend & {
  readonly stream: string;
  readonly revision: Revision;
  readonly position: Position;
  /** UTC, ISO 8601, milliseconds. */
  readonly recordedAt: string;
};

/** A conflict is a value: somebody else appended first. `actual` is the stream's last revision, `none` if it has none. */
export type AppendOutcome =
  | {
      readonly ok: true;
      readonly position: Position;
      readonly revision: Revision;
      /** Place and time of each event, where the engine tells them at once; else the stream has to be read for them. */
      readonly recorded?: readonly Pick<RecordedEvent, 'position' | 'recordedAt'>[];
    }
  | { readonly ok: false; readonly actual: Revision | 'none' };

export type IntegrityFault = {
  readonly position: Position;
  readonly stream: string;
  readonly revision: Revision;
  readonly reason: 'altered' | 'missing' | 'out-of-order';
};

export type FollowOptions = {
  /** The most events handed to the handler at once. */
  readonly batchSize?: number;
  /** Told when the follower has handled everything that was in the log, and again when it falls behind. */
  readonly onCaughtUp?: (caughtUp: boolean) => void;
  /** Told of a lost connection (the follower resumes by itself) or of an error thrown by the handler (repeated with back-off). */
  readonly onError?: (error: unknown) => void;
};

export interface Subscription {
  /** Resolves after the batch under way is handled. */
  stop(): Promise<void>;
}

export class LogUnavailableError extends Error {
  override readonly name = 'LogUnavailableError';
}

export interface EventLog {
  /**
   * Appends all events or none, durably before it resolves.
   * @throws LogUnavailableError when the engine cannot be reached; the outcome is then unknown, and repeating the
   * same call (same ids, same expectation) is safe.
   */
  append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<AppendOutcome>;

  /** The stream's events from a revision on (inclusive), oldest first; empty for a missing stream. */
  read(stream: string, from?: Revision): Promise<readonly RecordedEvent[]>;

  /**
   * Whether it is known here, without asking the engine, that the stream has no event from a revision on (inclusive). `false` says
   * nothing: it has to be read. Only who writes alone can know.
   */
  endsBefore(stream: string, from: Revision): boolean;

  /** Events after a position (exclusive) in log order, at most `limit`. System events are left out. */
  readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]>;

  /**
   * Hands every event after a position to the handler, in order, in batches; the next batch waits for the handler.
   * Survives lost connections. At-least-once across restarts: the handler keeps its own checkpoint.
   */
  follow(
    after: Position,
    handler: (events: readonly RecordedEvent[]) => Promise<void>,
    options?: FollowOptions,
  ): Subscription;

  /** Position of the last event; `BEFORE_FIRST` for an empty log. */
  head(): Promise<Position>;

  /** How many events come after a position, counted up to `cap`. */
  countAfter(after: Position, cap: number): Promise<number>;

  /** Checks the hash chain over the stored bytes and yields what was altered or is missing. */
  verify(): AsyncIterable<IntegrityFault>;

  /** Resolves when the engine answers. @throws LogUnavailableError */
  ping(): Promise<void>;

  close(): Promise<void>;
}
