import { UnreadableStreamError } from '@quorum/service-kit/ports/event-store.ts';
import { describe, expect, it } from 'vitest';
import type { Context } from '../handling/context.ts';
import { accountDeleted } from '../testing/account-deleted.ts';
import { leaveGroups } from './leave-groups.ts';

const PAGE_SIZE = 200;

type Listed = { readonly id: string; readonly groupId: string; readonly joinedPosition: string };

const listed = (...groupIds: readonly string[]): readonly Listed[] =>
  groupIds.map((groupId, n) => ({ id: `${groupId}:u1`, groupId, joinedPosition: String(n).padStart(16, '0') }));

/** Read models that keep listing the same groups, as while the events of those are parked. */
const contextWith = ({ memberships = listed(), removals = listed() }, unreadable: readonly string[] = []) => {
  const left: string[] = [];
  let queries = 0;
  const lists: Readonly<Record<string, readonly Listed[]>> = { memberships, removals };
  const context = {
    aggregates: {
      handle: async ({ stream }: { readonly stream: string }) => {
        if (unreadable.includes(stream)) throw new UnreadableStreamError(stream);
        left.push(stream);
        return { position: '2', events: [] };
      },
    },
    reads: {
      active: {
        query: async (collection: string, { after }: { after?: { id: string } }) => {
          queries += 1;
          if (queries > 10) throw new Error('asked for the same memberships again and again');
          const list = lists[collection] ?? [];
          const from = after === undefined ? 0 : list.findIndex(({ id }) => id === after.id) + 1;
          return list.slice(from, from + PAGE_SIZE);
        },
      },
    },
    waitForReads: async () => true,
  } as unknown as Context;
  return { context, left };
};

describe('a deleted account', () => {
  it('a deleted account leaves each of its groups once, although the read models still list groups that it has left', async () => {
    const groupIds = Array.from({ length: 2 * PAGE_SIZE }, (_, n) => `g${n}`);
    const { context, left } = contextWith({ memberships: listed(...groupIds) });
    await leaveGroups.react(context, accountDeleted);
    expect(left).toEqual(groupIds.map((id) => `group-${id}`));
  });

  it('a deleted account leaves all other groups if some cannot be read, and these when the reaction is repeated (CQRS-06)', async () => {
    const groups = { memberships: listed('g1', 'g2'), removals: listed('g3', 'g4') };
    const { context, left } = contextWith(groups, ['group-g1', 'group-g3']);
    await expect(leaveGroups.react(context, accountDeleted)).rejects.toThrow('2 groups of a deleted account');
    expect(left).toEqual(['group-g2', 'group-g4']);

    const later = contextWith(groups);
    await leaveGroups.react(later.context, accountDeleted);
    expect(later.left).toContain('group-g1');
  });
});
