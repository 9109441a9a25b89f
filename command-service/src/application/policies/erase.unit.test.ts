import type { StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import { describe, expect, it } from 'vitest';
import { Aggregates } from '../aggregates.ts';
import type { Context } from '../context.ts';
import { erase } from './erase.ts';

const PAGE = 200;

/** Read models in which somebody's memberships stay, as they do while the events of those groups are parked. */
const contextWith = (memberships: readonly { id: string; groupId: string; joinedPosition: string }[]) => {
  const done: string[] = [];
  let queries = 0;
  const events = { read: async () => [], head: async () => '' } as unknown as Context['events'];
  const context = {
    aggregates: new Aggregates(events, { uuidFrom: (seed) => seed }),
    events,
    keys: { destroy: async (subject: string) => void done.push(`destroyed ${subject}`) },
    reads: {
      active: {
        query: async (collection: string, { after }: { after?: { id: string } }) => {
          if (collection !== 'memberships') return [];
          queries += 1;
          if (queries > 10) throw new Error('asked for the same memberships again and again');
          const from = after === undefined ? 0 : memberships.findIndex(({ id }) => id === after.id) + 1;
          return memberships.slice(from, from + PAGE);
        },
      },
      scrub: async () => void done.push('scrubbed'),
    },
    waitForReads: async () => true,
  };
  return { context: context as unknown as Context, done };
};

describe('the erasure of an account', () => {
  it('SAFE-01: comes to its end though the read models go on naming groups that were left', async () => {
    const memberships = Array.from({ length: 2 * PAGE }, (_, n) => {
      const joinedPosition = String(n).padStart(16, '0');
      return { id: `g${n}:u1`, groupId: `g${n}`, joinedPosition };
    });
    const { context, done } = contextWith(memberships);
    const event = {
      type: 'AccountDeleted',
      id: 'e1',
      position: '1',
      metadata: { correlationId: 'c1' },
      data: { userId: 'u1', phoneKey: 'p1', reason: 'own-wish' },
    } as unknown as StoredEvent;
    await erase.react(context, event);
    expect(done.at(-1)).toBe('scrubbed');
  });
});
