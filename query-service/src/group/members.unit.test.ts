import type { Change } from '@quorum/service-kit/ports/read-store.ts';
import type { GroupDocument, MembershipDocument } from '@quorum/service-kit/reads/group.ts';
import { describe, expect, it } from 'vitest';
import type { Reading } from '../reading/context.ts';
import { MemberNames } from './member-names.ts';
import { memberPage } from './members.ts';

const MEMBERS = 5000;

const numbered = (number: number): string => String(number).padStart(6, '0');

const membership = (number: number): MembershipDocument => ({
  id: `g:${numbered(number)}`,
  groupId: 'g',
  userId: numbered(number),
  role: 'member',
  joinedAt: '',
  joinedPosition: '',
  rank: `1${numbered(number)}`,
});

type Asked = { readonly limit: number; readonly after?: { readonly id: string } };

/** Read models like the embedded store: every read completes before anything else runs. */
const crowd = () => {
  const memberships = new Map(
    Array.from({ length: MEMBERS }, (_, number) => [membership(number).id, membership(number)]),
  );
  const names = new Map<string, string>();
  /** Null once some were removed from the store. */
  let changes: Change[] | null = [];
  let pages = 0;
  const person = (id: string) => ({
    id,
    firstName: names.get(id) ?? `Person ${Number(id)}`,
    lastName: 'Lind',
    phone: null,
  });
  const reads = {
    sequence: async () => changes?.length ?? 0,
    changesAfter: async (_: string, sequence: number, limit: number) =>
      changes?.slice(sequence, sequence + limit) ?? null,
    active: {
      query: async (_: string, { limit, after }: Asked) => {
        pages += 1;
        return [...memberships.values()].filter(({ id }) => id > (after?.id ?? '')).slice(0, limit);
      },
      getMany: async (collection: string, ids: readonly string[]) => {
        const found = ids.map((id) => (collection === 'memberships' ? memberships.get(id) : person(id)));
        return new Map(found.flatMap((document) => (document === undefined ? [] : [[document.id, document]])));
      },
    },
  };
  const context = { reads } as unknown as Reading;
  const search = new MemberNames(context);
  const group = { id: 'g', memberCount: MEMBERS } as unknown as GroupDocument;
  return {
    memberships,
    names,
    tell: (kind: string, number: number) =>
      changes?.push({
        audience: '',
        sequence: changes.length + 1,
        kind,
        position: '',
        data: { userId: numbered(number) },
      }),
    forget: () => {
      changes = null;
    },
    pages: () => pages,
    find: (asked: Parameters<typeof memberPage>[3]) => memberPage(context, search, group, asked),
  };
};

const idsOf = ({ members }: Awaited<ReturnType<typeof memberPage>>) => members.map(({ userId }) => userId._id);

describe('a search among 5,000 members', () => {
  it('a search among 5,000 members yields to other work again and again, even if it finds nobody', async () => {
    let turns = 0;
    let searching = true;
    const other = (): void => {
      turns += 1;
      if (searching) setImmediate(other);
    };
    setImmediate(other);
    const found = await crowd().find({ search: `Person ${MEMBERS - 1}` });
    searching = false;
    expect([idsOf(found), found.next]).toEqual([[numbered(MEMBERS - 1)], null]);
    expect(turns).toBeGreaterThanOrEqual(MEMBERS / 100 - 1);
  });

  it('a search among 5,000 members ends with the requested page', async () => {
    const { find } = crowd();
    const { members, next } = await find({ search: 'person', limit: 30 });
    expect(members).toHaveLength(30);
    const following = await find({ search: 'person', limit: 30, after: next ?? '' });
    expect(following.members[0]?.userId._id).toBe(numbered(30));
  });

  it('a search among 5,000 members reads them once, and later only who joined, left or has another name since', async () => {
    const { find, names, memberships, tell, pages } = crowd();
    expect(idsOf(await find({ search: 'xenia' }))).toEqual([]);
    const read = pages();
    names.set(numbered(7), 'Xenia');
    names.set(numbered(MEMBERS), 'Xenia');
    memberships.set(membership(MEMBERS).id, membership(MEMBERS));
    tell('memberUpdated', 7);
    tell('newMessage', 8);
    tell('memberJoined', MEMBERS);
    expect(idsOf(await find({ search: 'xenia' }))).toEqual([numbered(7), numbered(MEMBERS)]);
    memberships.delete(membership(7).id);
    tell('memberLeft', 7);
    expect(idsOf(await find({ search: 'xenia' }))).toEqual([numbered(MEMBERS)]);
    expect(pages()).toBe(read);
  });

  it('a search among 5,000 members reads them again if the changes since are no longer known', async () => {
    const { find, names, forget } = crowd();
    expect(idsOf(await find({ search: 'xenia' }))).toEqual([]);
    names.set(numbered(7), 'Xenia');
    forget();
    expect(idsOf(await find({ search: 'xenia' }))).toEqual([numbered(7)]);
  });
});
