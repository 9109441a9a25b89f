import type { DomainEvent } from '@quorum/contracts/events/catalogue.ts';
import type { StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import type { Refusal } from '@quorum/contracts/wire/refusals.ts';

/** What one stream's events add up to. */
export type Aggregate<S> = {
  readonly category: string;
  readonly initial: () => S;
  /** May change and return the state it was given: states are owned by whoever folds them. */
  readonly evolve: (state: S, event: StoredEvent) => S;
};

/** What a decider says to a command: events (none when there is nothing to change), or a refusal as a value. */
export type Decision = readonly DomainEvent[] | Refusal;
