import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { recorded } from '@quorum/domain/testing/recorded-events.ts';
import type { Document } from '@quorum/service-kit/ports/read-store.ts';
import { expect } from 'vitest';

/** Documents by collection. */
export type Projected = { readonly [collection: string]: readonly Document[] };

export type ProjectionTest = {
  readonly given: (...events: readonly DomainEvent[]) => {
    /** What these collections contain after the events. Collections not named are ignored. */
    readonly then: (expected: Projected) => Promise<void>;
    readonly when: (...more: readonly DomainEvent[]) => { readonly then: (expected: Projected) => Promise<void> };
  };
};

/**
 * given / when / then for projections. `project` folds recorded events, starting with the first. Places in the expectation come
 * from `placeOf`, counted over `given` and `when` together.
 */
export const testProjection = (project: (events: readonly StoredEvent[]) => Promise<Projected>): ProjectionTest => {
  const then = async (events: readonly DomainEvent[], expected: Projected): Promise<void> => {
    const projected = await project(recorded(events));
    for (const [collection, documents] of Object.entries(expected)) {
      const inOrder = [...documents].sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(projected[collection], collection).toEqual(inOrder);
    }
  };
  return {
    given: (...events) => ({
      // biome-ignore lint/suspicious/noThenProperty: the grammar's word; what carries it is never awaited
      then: (expected) => then(events, expected),
      when: (...more) => ({
        // biome-ignore lint/suspicious/noThenProperty: the grammar's word; what carries it is never awaited
        then: (expected) => then([...events, ...more], expected),
      }),
    }),
  };
};
