import type { Refusal } from '@quorum/contracts/kernel/refusals.ts';
import type { DomainEvent } from './event-catalogue.ts';
import type { StoredEvent } from './stored-event.ts';

/** A decider's answer: events (none if nothing has to change), or a refusal as a value. */
export type Decision = readonly DomainEvent[] | Refusal;

/** Folds a stream's events into a state. Never mutates the state it is given. */
export type Fold<State> = {
  readonly initial: State;
  readonly evolve: (state: State, event: StoredEvent) => State;
};

/**
 * Decides on one kind of stream. Pure: neither function mutates its arguments. Permissions are not its concern; they are executed
 * before it is asked.
 */
export type Decider<Command, State, Facts = unknown> = Fold<State> & {
  /** @param facts what the decision depends on besides the stream: the actor, the time, other streams. */
  readonly decide: (command: Command, state: State, facts: Facts) => Decision;
};
