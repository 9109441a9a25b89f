import type { DomainEvent, DomainEventOf, EventType } from './event-catalogue.ts';

/**
 * A place in the log's total order. Opaque but ordered: `a < b` as strings means that `a` comes first. The empty string precedes
 * the first event.
 */
export type Position = string;

export const BEFORE_FIRST: Position = '';

/** Revision of an event within its stream, starting at 0. */
export type Revision = number;

/** Who and what caused an event. Never contains personal data. */
export type EventMetadata = {
  /** Id of the acting user, or `system:{process manager}`, `admin`, `anonymous`. */
  readonly actor: string;
  /** Identity of the command, equal for all repeats of a request. See `Idempotency-Key`. */
  readonly commandId: string;
  /** Digest of the request's route and body. A repeat with another body is refused. */
  readonly commandDigest?: string;
  /** Shared by everything that follows from one request. */
  readonly correlationId: string;
  /** The command or event that directly caused this event. */
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

export type EventOf<T extends EventType> = StoredEvent<DomainEventOf<T>>;
