import { isRefusal, type Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { EventType } from '@quorum/domain/event-catalogue.ts';
import type { EventOf, StoredEvent } from '@quorum/domain/stored-event.ts';
import { LogUnavailableError, type Position } from '@quorum/service-kit/ports/event-log.ts';
import { ReadStoreUnavailableError } from '@quorum/service-kit/ports/read-store.ts';
import type { CommandMetadata, Context } from '../handling/context.ts';

type React<E> = (context: Context, event: E) => Promise<unknown>;

/**
 * Reacts to events with commands of its own. A reaction may run again at any time, even weeks later, so what it does depends on the
 * current state. Its command ids derive from the event's.
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
  /** Milliseconds from an event until the reaction to it starts. If absent, it starts at once. */
  readonly delay?: (event: StoredEvent) => number;
  /** Starts in log order, but later events may have been checked before. */
  readonly react: React<StoredEvent>;
  /** Further work of the leader, until the signal is aborted. Never fails. */
  readonly beside?: (context: Context, signal: AbortSignal) => Promise<void>;
};

export const concerns = ({ types, mayConcern }: ProcessManager, event: StoredEvent): boolean =>
  types.has(event.type) && mayConcern?.(event) !== false;

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
export const causedBy = (manager: string, event: StoredEvent, step = ''): CommandMetadata => ({
  actorId: `system:${manager}`,
  commandId: `${manager}:${event.id}${step === '' ? '' : `:${step}`}`,
  commandDigest: undefined,
  correlationId: event.metadata.correlationId,
});

/**
 * Most refusals mean that there is nothing left to do.
 * @throws LogUnavailableError if other writers were always faster; the reaction then starts again.
 */
export const unlessBusy = <T>(outcome: T | Refusal): T | Refusal => {
  if (isRefusal(outcome) && outcome.refused === 'service/unavailable')
    throw new LogUnavailableError('Other writers were always faster.');
  return outcome;
};

/** Consecutive waits for the read models, two seconds each. */
const MAX_WAITS = 15;

/**
 * Waits until the read models include an event, so that look-ups there are complete.
 * @throws ReadStoreUnavailableError on timeout; the reaction then starts again.
 */
export const waitUntilRead = async ({ waitForReads }: Context, position: Position): Promise<void> => {
  for (let waits = 0; waits < MAX_WAITS; waits++) if (await waitForReads(position)) return;
  throw new ReadStoreUnavailableError('The read models are too far behind.');
};
