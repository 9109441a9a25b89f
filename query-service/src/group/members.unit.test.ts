import type { GroupDocument, MembershipDocument } from '@quorum/service-kit/reads/group.ts';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../reading/context.ts';
import { memberPage } from './members.ts';

const MEMBERS = 5000;

const numbered = (number: number): string => String(number).padStart(6, '0');

const memberships = Array.from({ length: MEMBERS }, (_, number) => ({
  id: `g:${numbered(number)}`,
  groupId: 'g',
  userId: numbered(number),
  role: 'member',
  rank: `1${numbered(number)}`,
})) as unknown as readonly MembershipDocument[];

/** Read models like the embedded store: every read completes before anything else runs. */
const context = {
  reads: {
    active: {
      query: async (_: string, { limit, after }: { limit: number; after?: { id: string } }) => {
        const from = after === undefined ? 0 : memberships.findIndex(({ id }) => id === after.id) + 1;
        return memberships.slice(from, from + limit);
      },
      getMany: async (_: string, ids: readonly string[]) =>
        new Map(ids.map((id) => [id, { id, firstName: `Person ${Number(id)}`, lastName: 'Lind', phone: null }])),
    },
  },
} as unknown as Reading;

const group = { id: 'g', memberCount: MEMBERS } as unknown as GroupDocument;

describe('a search among 5,000 members', () => {
  it('a search among 5,000 members yields to other work again and again, even if it finds nobody', async () => {
    let turns = 0;
    let searching = true;
    const other = (): void => {
      turns += 1;
      if (searching) setImmediate(other);
    };
    setImmediate(other);
    const { members, next } = await memberPage(context, group, { search: `Person ${MEMBERS - 1}` });
    searching = false;
    expect([members.map(({ userId }) => userId._id), next]).toEqual([[numbered(MEMBERS - 1)], null]);
    expect(turns).toBeGreaterThanOrEqual(MEMBERS / 100 - 1);
  });

  it('a search among 5,000 members ends with the requested page', async () => {
    const { members, next } = await memberPage(context, group, { search: 'person', limit: 30 });
    expect(members).toHaveLength(30);
    const following = await memberPage(context, group, { search: 'person', limit: 30, after: next ?? '' });
    expect(following.members[0]?.userId._id).toBe(numbered(30));
  });
});
