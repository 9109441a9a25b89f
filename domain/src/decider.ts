import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { DomainEvent } from './event-catalogue.ts';
import type { StoredEvent } from './stored-event.ts';

/** A decider's answer: events (none if nothing has to change), or a refusal as a value. */
export type Decision = readonly DomainEvent[] | Refusal;

/** How a state is written down, so that a long stream need not be read from its beginning. */
export type SnapshotForm<State> = {
  /** Names the code that folds and packs. Snapshots of any other code are ignored. */
  readonly fold: string;
  /** @returns JSON. */
  readonly pack: (state: State) => unknown;
  /** @param packed what `pack` of the same `fold` returned. */
  readonly unpack: (packed: unknown) => State;
};

/** Folds a stream's events into a state. Never mutates the state it is given. */
export type Fold<State> = {
  readonly initial: State;
  readonly evolve: (state: State, event: StoredEvent) => State;
  /** Only where streams grow long. */
  readonly snapshot?: SnapshotForm<State>;
};

/**
 * Decides on one kind of stream. Pure: neither function mutates its arguments. Permissions are not its concern; they are executed
 * before it is asked.
 */
export type Decider<Command, State, Facts = unknown> = Fold<State> & {
  /** @param facts what the decision depends on besides the stream: the actor, the time, other streams. */
  readonly decide: (command: Command, state: State, facts: Facts) => Decision;
};
