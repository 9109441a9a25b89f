import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import type { EventMetadata, StoredEvent } from '@quorum/domain/stored-event.ts';
import type {
  EventLog,
  ExpectedRevision,
  FollowOptions,
  LogDistance,
  Position,
  RecordedEvent,
  Revision,
  Subscription,
} from './event-log.ts';

/** An event that cannot be decoded (unknown type or version, broken payload). The projection parks it. */
export type UnreadableEvent = Omit<RecordedEvent, 'data' | 'metadata'> & { readonly unreadable: string };

export type StoreOutcome =
  | {
      readonly ok: true;
      readonly position: Position;
      /** If the engine does not report each position, all events of one append carry that of the last. */
      readonly events: readonly StoredEvent[];
      /** The same append was already stored; these are the events as stored then. */
      readonly repeated?: true;
    }
  | { readonly ok: false; readonly actual: Revision | 'none' };

/** The event log as the services see it: typed events, personal fields in the clear, old versions upcast. */
export interface EventStore {
  /**
   * Encodes and appends all events or none, durably before it resolves. `ids` has one event id per event; passing the same ids
   * makes a repeat harmless.
   * @throws LogUnavailableError, KeysUnavailableError
   */
  append(
    stream: string,
    events: readonly DomainEvent[],
    expected: ExpectedRevision,
    metadata: EventMetadata,
    ids?: readonly string[],
  ): Promise<StoreOutcome>;

  /** @throws LogUnavailableError; UnreadableStreamError if an event of the stream cannot be decoded. */
  read(stream: string, from?: Revision): Promise<readonly StoredEvent[]>;

  /** As {@link EventLog.known}; synchronous if nothing has to be decoded. @throws UnreadableStreamError */
  known(stream: string, from: Revision): readonly StoredEvent[] | Promise<readonly StoredEvent[]> | undefined;

  /** As {@link EventLog.current}. Where other processes write too, it also resolves only once `canRead` knows of their erasures. */
  current(upTo?: Position): Promise<void> | undefined;

  /**
   * Whether the texts of all these subjects are still readable. As of the last `current`, and at most 30 seconds old, where other
   * processes write too.
   */
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
}

export class UnreadableStreamError extends Error {
  override readonly name = 'UnreadableStreamError';
}

export const isUnreadable = (event: StoredEvent | UnreadableEvent): event is UnreadableEvent => 'unreadable' in event;
