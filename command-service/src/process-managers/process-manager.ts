import type { EventType } from '@quorum/domain/event-catalogue.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import type { Cause, Context } from '../application/context.ts';

/**
 * Reacts to events with commands of its own. An event may come more than once, so what it does for one event has the
 * same effect however often it is done: its command ids derive from the event's.
 */
export type ProcessManager = {
  readonly name: string;
  /** Events that it reacts to. */
  readonly types: ReadonlySet<EventType>;
  /** Whether an event of these types may concern it, as far as that is known without asking anybody. Absent where all of them do. */
  readonly mayConcern?: (event: StoredEvent) => boolean;
  /** Told when a runner begins to follow the log, maybe after another one did: what was gathered from events is out of date. */
  readonly beginAnew?: () => void;
  /** Begins in the order of the log, and before it is asked of the events that come after. */
  readonly react: (context: Context, event: StoredEvent) => Promise<void>;
};

/** @param step tells the commands of one reaction apart. */
export const causedBy = (manager: string, event: StoredEvent, step = ''): Cause => ({
  actorId: `system:${manager}`,
  commandId: `${manager}:${event.id}${step === '' ? '' : `:${step}`}`,
  commandDigest: undefined,
  correlationId: event.metadata.correlationId,
});
