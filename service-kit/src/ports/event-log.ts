import type { Position, Revision } from '@quorum/domain/stored-event.ts';

/**
 * The event log: streams of events in one total order. Payloads are JSON texts that the log stores unchanged (personal fields are
 * already encrypted, see `EventStore`).
 */

export type { Position, Revision } from '@quorum/domain/stored-event.ts';
export { BEFORE_FIRST } from '@quorum/domain/stored-event.ts';

/** The expected state of the stream: its last revision, or that it does not exist. */
export type ExpectedRevision = Revision | 'none';

export type EventToAppend = {
  /** UUID. Repeating an append with the same ids and expectation has no further effect. */
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

/**
 * A conflict is a value: another writer appended first. `actual` is the stream's last revision, `none` if it has none. If it is the
 * expected one, the engine went away during the append and nothing was stored so far: what was decided on may be out of date.
 */
export type AppendOutcome =
  | {
      readonly ok: true;
      readonly position: Position;
      readonly revision: Revision;
      /** Position of each event if the engine reports it; otherwise only that of the last event is known. */
      readonly positions?: readonly Position[];
      /** The same append was already stored. The stored events may differ in time and encryption. */
      readonly repeated?: true;
    }
  | { readonly ok: false; readonly actual: Revision | 'none' };

export type IntegrityFault = {
  readonly position: Position;
  readonly stream: string;
  readonly revision: Revision;
  readonly reason: 'altered' | 'missing' | 'out-of-order';
};

/** An event's position and its hash in the chain, in base64. */
export type ChainLink = Pick<RecordedEvent, 'position' | 'stream' | 'revision'> & { readonly hash: string };

export type FollowOptions = {
  /** Maximum number of events per batch. */
  readonly batchSize?: number;
  /** Called when the follower has handled everything in the log, and again when it falls behind. */
  readonly onCaughtUp?: (caughtUp: boolean) => void;
  /**
   * Called on a lost connection (the follower resumes by itself) and on an error thrown by the handler (retried with back-off).
   */
  readonly onError?: (error: unknown) => void;
};

/**
 * Where positions do not count events, counting would mean reading them, so the unit is bytes of the log, including other
 * products' events.
 */
export type LogDistance = { readonly unit: 'events' | 'bytes'; readonly count: number };

export interface Subscription {
  /** Resolves once the current batch is handled. */
  stop(): Promise<void>;
}

export class LogUnavailableError extends Error {
  override readonly name = 'LogUnavailableError';
}

/**
 * `too-large`: more than the engine takes in one append. `deleted`, `truncated`: somebody removed a stream, or its first events, from
 * the engine; it cannot be read or continued without them.
 */
export type LogRefusal = 'too-large' | 'deleted' | 'truncated';

/** The engine refused, and would refuse a retry as well. */
export class LogRefusedError extends Error {
  override readonly name = 'LogRefusedError';
  readonly reason: LogRefusal;

  constructor(reason: LogRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

export interface EventLog {
  /**
   * Appends all events or none, durably before it resolves.
   * @throws LogUnavailableError if the engine cannot be reached. The outcome is then unknown, and repeating the same call (same
   * ids, same expectation) is safe.
   * @throws LogRefusedError
   */
  append(stream: string, events: readonly EventToAppend[], expected: ExpectedRevision): Promise<AppendOutcome>;

  /** The stream's events from a revision on (inclusive), oldest first; empty for a missing stream. @throws LogRefusedError */
  read(stream: string, from?: Revision): Promise<readonly RecordedEvent[]>;

  /**
   * The stream's events from a revision on (inclusive), as far as this process knows them without asking the engine: as of the
   * last `current`, plus its own appends. `undefined` means unknown; the stream has to be read.
   */
  known(stream: string, from: Revision): readonly RecordedEvent[] | undefined;

  /**
   * Resolves once `known` includes everything that any process acknowledged before the call. All waiters share one read of the
   * end of the log. `undefined` if there is nothing to wait for, for example if this process is the only writer.
   * @param upTo stop here: include everything up to this position, without asking the engine for its end.
   * @throws LogUnavailableError
   */
  current(upTo?: Position): Promise<void> | undefined;

  /** Events after a position (exclusive) in log order, at most `limit`. Excludes system events. */
  readAll(after: Position, limit: number): Promise<readonly RecordedEvent[]>;

  /**
   * Delivers every event after a position to the handler, in order and in batches. The next batch waits for the handler. Survives
   * lost connections. At-least-once across restarts: the handler keeps its own checkpoint.
   */
  follow(
    after: Position,
    handler: (events: readonly RecordedEvent[]) => Promise<void>,
    options?: FollowOptions,
  ): Subscription;

  /** Position of the last event; `BEFORE_FIRST` for an empty log. */
  head(): Promise<Position>;

  /** Distance from a position (exclusive) to another, computed from the positions alone; 0 if the other is not later. */
  between(after: Position, upTo: Position): LogDistance;

  /** The stored chain link at a position, for comparison with a copy kept elsewhere. Undefined if there is no event. */
  linkAt(position: Position): Promise<ChainLink | undefined>;

  /** Whether the hash chain confirms the event at a position; false if there is none. */
  isIntact(position: Position): Promise<boolean>;

  /**
   * Verifies the hash chain over the stored bytes and yields what was altered or is missing.
   * @param onChecked is called from time to time, and at the end, with the numbers of events and streams checked.
   */
  verify(onChecked?: (events: number, streams: number) => void): AsyncIterable<IntegrityFault>;

  /** Resolves when the engine answers. @throws LogUnavailableError */
  ping(): Promise<void>;

  close(): Promise<void>;
}
