import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import type { EventMetadata, StoredEvent } from '@quorum/domain/stored-event.ts';
import type {
  EventLog,
  ExpectedRevision,
  FollowOptions,
  LogDistance,
  Position,
  Revision,
  Subscription,
} from './event-log.ts';

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
      /** Where the engine does not tell each event's position, all of one append bear that of the last. */
      readonly events: readonly StoredEvent[];
      /** The same append had been stored before; these are its events as they were stored then. */
      readonly repeated?: true;
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

  /** As {@link EventLog.known}; at once where nothing has to be decoded. @throws UnreadableStreamError */
  known(stream: string, from: Revision): readonly StoredEvent[] | Promise<readonly StoredEvent[]> | undefined;

  /** As {@link EventLog.current}. */
  current(upTo?: Position): Promise<void> | undefined;

  /** Whether the texts of all these subjects can still be read. Another process may have erased one up to 30 seconds before. */
  canRead(subjects: ReadonlySet<string>): Promise<boolean>;

  readAll(after: Position, limit: number): Promise<readonly (StoredEvent | UnreadableEvent)[]>;

  follow(
    after: Position,
    handler: (events: readonly (StoredEvent | UnreadableEvent)[]) => Promise<void>,
    options?: FollowOptions,
  ): Subscription;

  head(): Promise<Position>;
  /** As {@link EventLog.between}. */
  between(after: Position, upTo: Position): LogDistance;
  ping(): Promise<void>;
}

export class UnreadableStreamError extends Error {
  override readonly name = 'UnreadableStreamError';
}

export const isUnreadable = (event: StoredEvent | UnreadableEvent): event is UnreadableEvent => 'unreadable' in event;
