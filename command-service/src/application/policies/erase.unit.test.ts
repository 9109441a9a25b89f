import type { StoredEvent } from '@quorum/contracts/ports/event-store.ts';
import { describe, expect, it } from 'vitest';
import { Aggregates } from '../aggregates.ts';
import type { Context } from '../context.ts';
import { erasure } from './erase.ts';

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
    await erasure().react(context, event);
    expect(done.at(-1)).toBe('scrubbed');
  });
});

describe('what is written in the moment of a deletion', () => {
  const posted = (messageId: string): StoredEvent =>
    ({
      type: 'MessagePosted',
      id: `posted ${messageId}`,
      metadata: { correlationId: 'c1' },
      data: { messageId, groupId: 'g1', senderId: 'u1' },
    }) as unknown as StoredEvent;
  const deleted = {
    GroupDeleted: { type: 'GroupDeleted', id: 'e9', metadata: { correlationId: 'c9' }, data: { groupId: 'g1' } },
    AccountDeleted: {
      type: 'AccountDeleted',
      id: 'e9',
      metadata: { correlationId: 'c9' },
      data: { userId: 'u1', phoneKey: 'p1', reason: 'own-wish' },
    },
  } as unknown as Record<'GroupDeleted' | 'AccountDeleted', StoredEvent>;
  const streams = { GroupDeleted: 'group-g1', AccountDeleted: 'user-u1' };

  /** A log that knows who was deleted; erasing never ends, for only its beginning matters here. */
  const begun = () => {
    const gone = new Set<string>();
    const looked: string[] = [];
    const removed: string[] = [];
    const context = {
      aggregates: {
        load: async (_: unknown, stream: string) => {
          looked.push(stream);
          return { status: gone.has(stream) ? 'deleted' : 'active' };
        },
        handle: async (_: unknown, stream: string) => void removed.push(stream),
      },
      waitForReads: () => new Promise(() => {}),
    } as unknown as Context;
    const policy = erasure();
    /** As a runner hands the events of the log over. */
    const follow = async (event: StoredEvent): Promise<void> => {
      if (policy.mayConcern?.(event) !== false) await policy.react(context, event);
    };
    return { gone, looked, removed, policy, follow, context };
  };

  it('is not looked into while sender and group are known to be there', async () => {
    const { looked, removed, follow } = begun();
    await follow(posted('m1'));
    await follow(posted('m2'));
    expect(looked).toEqual(['user-u1', 'group-g1']);
    expect(removed).toEqual([]);
  });

  it.each(['AccountDeleted', 'GroupDeleted'] as const)('SAFE-01: is removed when it comes after %s', async (type) => {
    const { gone, removed, policy, follow, context } = begun();
    await follow(posted('m1'));
    gone.add(streams[type]);
    void policy.react(context, deleted[type]);
    await follow(posted('m2'));
    expect(removed).toEqual(['message-m2']);
  });

  it('SAFE-01: is removed when another runner saw the deletion', async () => {
    const { gone, removed, policy, follow } = begun();
    await follow(posted('m1'));
    gone.add('user-u1');
    policy.beginAnew?.();
    await follow(posted('m2'));
    expect(removed).toEqual(['message-m2']);
  });
});
