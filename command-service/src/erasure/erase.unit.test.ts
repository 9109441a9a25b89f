import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { UnreadableStreamError } from '@quorum/service-kit/ports/event-store.ts';
import type { Query } from '@quorum/service-kit/ports/read-store.ts';
import { describe, expect, it } from 'vitest';
import { Aggregates } from '../handling/aggregates.ts';
import type { Context } from '../handling/context.ts';
import { accountDeleted } from '../testing/account-deleted.ts';
import { erasure } from './erase.ts';

/** Engines in which nothing of a person is left but the account. */
const emptyContext = () => {
  const done: string[] = [];
  const events = {
    read: async () => [],
    known: () => undefined,
    current: () => undefined,
    head: async () => '2',
    append: async (_: string, [event]: readonly StoredEvent[]) => {
      done.push(`recorded ${event?.type}`);
      const stored = { ...event, position: '2', revision: 0, metadata: {} };
      return { ok: true, position: '2', events: [stored] };
    },
  } as unknown as Context['events'];
  const context = {
    aggregates: new Aggregates(events),
    events,
    clock: { now: () => 0 },
    phones: { forget: async () => {} },
    keys: { destroy: async (subject: string) => void done.push(`destroyed ${subject}`) },
    reads: {
      active: {
        query: async () => [],
      },
      scrub: async () => void done.push('scrubbed'),
    },
    waitForReads: async (position: string) => {
      done.push(`read ${position}`);
      return true;
    },
  };
  return { context: context as unknown as Context, done };
};

describe('the erasure of an account', () => {
  it('the erasure of an account is recorded once the keys are gone, and reaches the read models before they are scrubbed (SAFE-01)', async () => {
    const { context, done } = emptyContext();
    await erasure(10).react(context, accountDeleted);
    const steps = done.filter((step, index) => step !== done[index - 1]);
    expect(steps).toEqual([
      'destroyed user-u1',
      'destroyed writings-u1',
      'recorded AccountErased',
      'read 2',
      'scrubbed',
    ]);
  });

  it('the erasure of an account fails and is retried if the read models stay behind, with the key already destroyed (SAFE-01)', async () => {
    const { context, done } = emptyContext();
    const behind = { ...context, waitForReads: async () => false };
    await expect(erasure(10).react(behind, accountDeleted)).rejects.toThrow('too far behind');
    expect(done).toEqual(['destroyed user-u1', 'destroyed writings-u1', 'recorded AccountErased']);
  });
});

describe('content written during a deletion', () => {
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

  /** A log that knows who was deleted. Erasing never ends, because only its start matters here. */
  const startedErasure = () => {
    const gone = new Set<string>();
    const looked: string[] = [];
    const removed: string[] = [];
    const context = {
      events: { read: async () => [] },
      phones: { forget: async () => {} },
      keys: { destroy: async () => {} },
      aggregates: {
        load: async (_: unknown, stream: string) => {
          looked.push(stream);
          return { status: gone.has(stream) ? 'deleted' : 'active' };
        },
        handle: ({ stream, command }: { readonly stream: string; readonly command: { readonly type: string } }) =>
          command.type === 'RecordErasure' ? new Promise(() => {}) : void removed.push(stream),
      },
      waitForReads: () => new Promise(() => {}),
    } as unknown as Context;
    const manager = erasure(10);
    /** Delivers the events of the log as a runner does. */
    const follow = async (event: StoredEvent): Promise<void> => {
      if (manager.mayConcern?.(event) !== false) await manager.react(context, event);
    };
    return { gone, looked, removed, manager, follow, context };
  };

  it('the sender and group of new content are not looked up again while they are known to exist', async () => {
    const { looked, removed, follow } = startedErasure();
    await follow(posted('m1'));
    await follow(posted('m2'));
    expect(looked).toEqual(['user-u1', 'group-g1']);
    expect(removed).toEqual([]);
  });

  it.each(['AccountDeleted', 'GroupDeleted'] as const)(
    'content written during a deletion is removed when it comes after %s (SAFE-01)',
    async (type) => {
      const { gone, removed, follow } = startedErasure();
      await follow(posted('m1'));
      gone.add(streams[type]);
      void follow(deleted[type]);
      await follow(posted('m2'));
      expect(removed).toEqual(['message-m2']);
    },
  );

  it.each(['AccountDeleted', 'GroupDeleted'] as const)(
    'content written during a deletion is removed when it is read together with %s, before anybody reacts (SAFE-01, PERM-21)',
    async (type) => {
      const { gone, removed, manager, follow, context } = startedErasure();
      await follow(posted('m1'));
      expect([deleted[type], posted('m2')].map((event) => manager.mayConcern?.(event))).toEqual([true, true]);
      // What was written before may still be looked at now, and finds everything.
      await manager.react(context, posted('m0'));
      gone.add(streams[type]);
      await follow(posted('m3'));
      expect(removed).toEqual(['message-m3']);
    },
  );

  it('content written during a deletion is removed if another runner saw the deletion (SAFE-01)', async () => {
    const { gone, removed, manager, follow } = startedErasure();
    await follow(posted('m1'));
    gone.add('user-u1');
    manager.reset?.();
    await follow(posted('m2'));
    expect(removed).toEqual(['message-m2']);
  });
});

it('the erasure of a group leaves the file of a message with an open report (OPEN-097)', async () => {
  const removed: string[] = [];
  const file = (id: string) => ({ id, messageId: `message of ${id}`, groupId: 'g1', purpose: 'message' });
  const found: Readonly<Record<string, readonly object[]>> = {
    files: [file('reported'), file('decided'), file('other'), { id: 'image', groupId: 'g1', purpose: 'group-image' }],
    'message of reported': [{ status: 'reviewed' }, { status: 'pending' }],
    'message of decided': [{ status: 'reviewed' }],
  };
  const context = {
    events: { read: async () => [] },
    aggregates: {
      load: async () => ({ inviteCode: 'ABCDEFGH', sixDigitCode: '123456', imageId: null }),
      handle: async () => ({ position: '2', events: [] }),
      clear: () => {},
    },
    files: { remove: async (id: string) => void removed.push(id) },
    keys: { destroy: async () => {} },
    reads: {
      active: {
        query: async (collection: string, { where, filter: [isOpen] = [] }: Query) => {
          const all = found[String(where.messageId ?? collection)] ?? [];
          return all.filter((each) => isOpen === undefined || (each as { status?: string }).status === isOpen.value);
        },
      },
      scrub: async () => {},
    },
    waitForReads: async () => true,
  } as unknown as Context;
  const event = { type: 'GroupDeleted', id: 'e1', position: '1', metadata: { correlationId: 'c1' } };
  await erasure(10).react(context, { ...event, data: { groupId: 'g1', reason: 'own-wish' } } as unknown as StoredEvent);
  expect(removed).toEqual(['decided', 'other', 'image']);
});

describe('the erasure of an account with images of groups', () => {
  const files = [
    { id: 'picture', ownerId: 'u1', groupId: null, purpose: 'profile-picture' },
    { id: 'former', ownerId: 'u1', groupId: 'g1', purpose: 'group-image' },
    { id: 'current', ownerId: 'u1', groupId: 'g1', purpose: 'group-image' },
  ];

  /** @returns the files that the erasure removes. */
  const removedWith = async (loadGroup: () => object) => {
    const removed: string[] = [];
    const { context, done } = emptyContext();
    const erasing = {
      ...context,
      aggregates: {
        load: async (_: unknown, stream: string) => (stream === 'group-g1' ? loadGroup() : { status: 'deleted' }),
        handle: async () => ({ position: '2', events: [] }),
        clear: () => {},
      },
      files: { remove: async (id: string) => void removed.push(id) },
      reads: {
        ...context.reads,
        active: { query: async (collection: string) => (collection === 'files' ? files : []) },
      },
    } as unknown as Context;
    await erasure(10).react(erasing, accountDeleted);
    expect(done.at(-1)).toBe('scrubbed');
    return [...new Set(removed)];
  };

  it('the erasure of an account leaves the image of a group whose events are parked (CQRS-06)', async () => {
    expect(await removedWith(() => ({ status: 'active', imageId: 'current' }))).toEqual(['picture', 'former']);
  });

  it('the erasure of an account leaves the image of a group that cannot be read, and ends nevertheless (CQRS-06)', async () => {
    const unreadable = () => {
      throw new UnreadableStreamError('group-g1');
    };
    expect(await removedWith(unreadable)).toEqual(['picture']);
  });
});
