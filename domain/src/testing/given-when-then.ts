import { isRefusal, type RefusalCode } from '@quorum/contracts/kernel/refusals.ts';
import { expect } from 'vitest';
import type { Decider } from '../decider.ts';
import type { DomainEvent } from '../event-catalogue.ts';
import { deepFrozen } from './deep-frozen.ts';
import { recorded } from './recorded-events.ts';

export type DeciderTest<C, S, F> = {
  /** Events recorded before. Their positions and times are those of `placeOf`. */
  readonly given: (...events: readonly DomainEvent[]) => {
    readonly when: (
      command: C,
      ...facts: undefined extends F ? [facts?: F] : [facts: F]
    ) => {
      /** Expects exactly these events; none means nothing had to change. */
      readonly then: (...expected: readonly DomainEvent[]) => void;
      readonly thenRefused: (code: RefusalCode) => void;
    };
    /** Expects the state after the events. */
    readonly state: () => S;
  };
};

/**
 * Given these events, when this command arrives, then these events follow. Everything passed to the decider is frozen, so that a
 * decider that mutates fails.
 */
export const givenWhenThen = <C, S, F>({ initial, decide, evolve }: Decider<C, S, F>): DeciderTest<C, S, F> => ({
  given: (...events) => {
    const state = (): S =>
      deepFrozen(recorded(events)).reduce((before, event) => deepFrozen(evolve(before, event)), deepFrozen(initial));
    return {
      state,
      when: (command, facts?: F) => {
        const decision = () => decide(deepFrozen(command), state(), deepFrozen(facts) as F);
        return {
          // biome-ignore lint/suspicious/noThenProperty: the grammar's word; what carries it is never awaited
          then: (...expected) => expect(decision()).toEqual(expected),
          thenRefused: (code) => {
            const refusal = decision();
            expect(isRefusal(refusal) ? refusal.refused : refusal).toBe(code);
          },
        };
      },
    };
  },
});
