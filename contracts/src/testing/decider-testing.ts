import { expect } from 'vitest';
import type { DomainEvent } from '../events/catalogue.ts';
import type { StoredEvent } from '../ports/event-store.ts';
import type { Refusal, RefusalCode } from '../wire/refusals.ts';
import { isRefusal } from '../wire/refusals.ts';
import { recorded } from './projection-testing.ts';

/** How a stream's events become the state that is decided on. */
export type Folding<S> = {
  readonly initial: () => S;
  readonly evolve: (state: S, event: StoredEvent) => S;
};

type Outcome = readonly DomainEvent[] | Refusal;

export type DeciderTest<S> = {
  /** What was recorded before; places and times are those of `placeOf`. */
  readonly given: (...events: readonly DomainEvent[]) => {
    readonly when: (decide: (state: S) => Outcome) => {
      /** Exactly these events; none when nothing had to change. */
      readonly then: (...expected: readonly DomainEvent[]) => void;
      readonly thenRefused: (code: RefusalCode) => void;
    };
  };
};

/** given / when / then for deciders. */
export const testDecider = <S>({ initial, evolve }: Folding<S>): DeciderTest<S> => ({
  given: (...events) => ({
    when: (decide) => {
      const outcome = () => decide(recorded(events).reduce(evolve, initial()));
      return {
        // biome-ignore lint/suspicious/noThenProperty: the grammar's word; what carries it is never awaited
        then: (...expected) => expect(outcome()).toEqual(expected),
        thenRefused: (code) => {
          const refusal = outcome();
          expect(isRefusal(refusal) ? refusal.refused : refusal).toBe(code);
        },
      };
    },
  }),
});
