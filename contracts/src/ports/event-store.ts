import type { DomainEvent, DomainEventOf, EventType } from '../events/catalogue.ts';
import type { EventLog, ExpectedRevision, FollowOptions, Position, Revision, Subscription } from './event-log.ts';

/** Who and what caused an event. Never holds personal data. */
export type EventMetadata = {
  /** Id of the acting user, or `system:{policy}`, `admin`, `anonymous`. */
  readonly actor: string;
  /** Identity of the command: equal for repeats of one request, see `Idempotency-Key`. */
  readonly commandId: string;
  /** Digest of the request's route and body; a repeat with another body is refused by it. */
  readonly commandDigest?: string;
  /** Shared by everything that follows from one request. */
  readonly correlationId: string;
  /** The command or event that led directly to this event. */
  readonly causationId: string;
};

/** A decoded event with its place in the log. Personal fields of an erased person are `null`. */
export type StoredEvent<E extends DomainEvent = DomainEvent> = E & {
  readonly id: string;
  readonly stream: string;
  readonly revision: Revision;
  readonly position: Position;
  /** UTC, ISO 8601, milliseconds. */
  readonly recordedAt: string;
  readonly metadata: EventMetadata;
};

/** An event that could not be decoded (unknown type or version, broken payload); the projection parks it. */
export type UnreadableEvent = {
  readonly id: string;
  readonly type: string;
  readonly stream: string;
  readonly revision: Revision;
  readonly position: Position;
  readonly recordedAt: string;
  readonly unreadable: string;
};

export type StoreOutcome =
  | {
      readonly ok: true;
      readonly position: Position;
      readonly events: readonly StoredEvent[];
    }
  | { readonly ok: false; readonly actual: Revision | 'none' };

/** The event log as the services see it: typed events, personal fields in the clear, old versions upcast. */
export interface EventStore {
  /**
   * Encodes and appends all events or none, durably before it resolves. `ids` are the event ids, one per event; giving the
   * same ids again makes a repeat harmless.
   * @throws LogUnavailableError, KeysUnavailableError
   */
  append(
    stream: string,
    events: readonly DomainEvent[],
    expected: ExpectedRevision,
    metadata: EventMetadata,
    ids?: readonly string[],
  ): Promise<StoreOutcome>;

  /** @throws LogUnavailableError; UnreadableStreamError when one of the stream's events cannot be decoded. */
  read(stream: string, from?: Revision): Promise<readonly StoredEvent[]>;

  /** As {@link EventLog.endsBefore}. */
  endsBefore(stream: string, from: Revision): boolean;

  readAll(after: Position, limit: number): Promise<readonly (StoredEvent | UnreadableEvent)[]>;

  follow(
    after: Position,
    handler: (events: readonly (StoredEvent | UnreadableEvent)[]) => Promise<void>,
    options?: FollowOptions,
  ): Subscription;

  head(): Promise<Position>;
  countAfter(after: Position, cap: number): Promise<number>;
  ping(): Promise<void>;
}

export class UnreadableStreamError extends Error {
  override readonly name = 'UnreadableStreamError';
}

export const isUnreadable = (event: StoredEvent | UnreadableEvent): event is UnreadableEvent => 'unreadable' in event;

export type EventOf<T extends EventType> = StoredEvent<DomainEventOf<T>>;
