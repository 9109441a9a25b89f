import type { Refusal } from '@quorum/contracts/wire/refusals.ts';
import type { DomainEvent } from './event-catalogue.ts';
import type { StoredEvent } from './stored-event.ts';

/** What a decider answers a command with: events (none when nothing has to change), or a refusal as a value. */
export type Decision = readonly DomainEvent[] | Refusal;

/** How a stream's events add up to a state. Never changes the state it is given. */
export type Fold<State> = {
  readonly initial: State;
  readonly evolve: (state: State, event: StoredEvent) => State;
};

/**
 * How one kind of stream is decided on. Pure: neither function changes what it is given. Permissions are no business of a
 * decider; they are executed before it is asked.
 */
export type Decider<Command, State, Facts = unknown> = Fold<State> & {
  /** @param facts what the decision depends on besides the stream: who asks, the time, other streams. */
  readonly decide: (command: Command, state: State, facts: Facts) => Decision;
};
