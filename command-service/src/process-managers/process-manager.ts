import type { EventType } from '@quorum/domain/event-catalogue.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { Cause, Context } from '../handling/context.ts';

type React<E> = (context: Context, event: E) => Promise<unknown>;

/**
 * Reacts to events with commands of its own. An event may be delivered more than once, so reactions are idempotent: their command
 * ids derive from the event's.
 */
export type ProcessManager = {
  readonly name: string;
  readonly types: ReadonlySet<EventType>;
  /** A cheap check whether an event of these types concerns it, made in the order of the log. If absent, all of them do. */
  readonly mayConcern?: (event: StoredEvent) => boolean;
  /**
   * Called when a runner starts following the log, possibly after another one. State gathered from events is out of date then.
   */
  readonly reset?: () => void;
  /** Starts in log order, but later events may have been checked before. */
  readonly react: React<StoredEvent>;
};

/** A process manager by what it does about each type of event. */
export const processManager = (
  name: string,
  on: { readonly [T in EventType]?: React<EventOf<T>> },
  more: Pick<ProcessManager, 'mayConcern' | 'reset'> = {},
): ProcessManager => ({
  name,
  types: new Set(Object.keys(on) as EventType[]),
  react: (context, event) => (on[event.type] as React<StoredEvent>)(context, event),
  ...more,
});

/** @param step distinguishes the commands of one reaction. */
export const causedBy = (manager: string, event: StoredEvent, step = ''): Cause => ({
  actorId: `system:${manager}`,
  commandId: `${manager}:${event.id}${step === '' ? '' : `:${step}`}`,
  commandDigest: undefined,
  correlationId: event.metadata.correlationId,
});

/** Consecutive waits for the read models, two seconds each. */
const MAX_WAITS = 15;

/**
 * Waits until the read models include an event, so that look-ups there are complete.
 * @throws on timeout; the event is then handled again, by this process or another.
 */
export const waitUntilRead = async ({ waitForReads }: Context, position: Position): Promise<void> => {
  for (let waits = 0; waits < MAX_WAITS; waits++) if (await waitForReads(position)) return;
  throw new Error('The read models are too far behind');
};
