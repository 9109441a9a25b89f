import type { Position, Revision } from '@quorum/domain/stored-event.ts';

/**
 * The event log: streams of events in one total order. Payloads are JSON texts that the log stores as they are
 * (personal fields are already encrypted when they come here, see `EventStore`).
 */

export type { Position, Revision } from '@quorum/domain/stored-event.ts';
export { BEFORE_FIRST } from '@quorum/domain/stored-event.ts';

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
      /** Position of each event, where the engine tells them; else only that of the last event is known. */
      readonly positions?: readonly Position[];
      /** The same append had been stored before this call: what is in the stream may differ in its time and its sealing. */
      readonly repeated?: true;
    }
  | { readonly ok: false; readonly actual: Revision | 'none' };

export type IntegrityFault = {
  readonly position: Position;
  readonly stream: string;
  readonly revision: Revision;
  readonly reason: 'altered' | 'missing' | 'out-of-order';
};

/** Where an event stands, and its hash in the chain, in base64. */
export type ChainLink = Pick<RecordedEvent, 'position' | 'stream' | 'revision'> & { readonly hash: string };

export type FollowOptions = {
  /** The most events handed to the handler at once. */
  readonly batchSize?: number;
  /** Told when the follower has handled everything that was in the log, and again when it falls behind. */
  readonly onCaughtUp?: (caughtUp: boolean) => void;
  /** Told of a lost connection (the follower resumes by itself) or of an error thrown by the handler (repeated with back-off). */
  readonly onError?: (error: unknown) => void;
};

/** Counting events would mean reading them, where positions do not count them: bytes of the log then, other products' included. */
export type LogDistance = { readonly unit: 'events' | 'bytes'; readonly count: number };

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
   * What the stream holds from a revision on (inclusive), as far as it is known here without asking the engine: as of the last
   * `current`, and with what was appended here. `undefined` says nothing: the stream has to be read.
   */
  known(stream: string, from: Revision): readonly RecordedEvent[] | undefined;

  /**
   * Resolves when `known` takes account of everything that any process had been acknowledged before the call. All who wait share one
   * look at the log's end. `undefined` where nothing has to be waited for, as when this process is the only writer.
   * @param upTo it is enough to take account of everything up to here, and the engine is not asked for its end.
   * @throws LogUnavailableError
   */
  current(upTo?: Position): Promise<void> | undefined;

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

  /** How far it is from a position (exclusive) to another one, told from the positions alone; 0 when that does not come later. */
  between(after: Position, upTo: Position): LogDistance;

  /** The stored link of the chain at a position, to be compared with what was noted of it elsewhere; nothing where there is no event. */
  linkAt(position: Position): Promise<ChainLink | undefined>;

  /** Whether the event at a position is as it was appended, by the hash chain; false also where there is none. */
  isIntact(position: Position): Promise<boolean>;

  /**
   * Checks the hash chain over the stored bytes and yields what was altered or is missing.
   * @param onChecked is told now and then how many events were checked so far.
   */
  verify(onChecked?: (events: number) => void): AsyncIterable<IntegrityFault>;

  /** Resolves when the engine answers. @throws LogUnavailableError */
  ping(): Promise<void>;

  close(): Promise<void>;
}
