import { describe, expect, it } from 'vitest';
import type { Query } from '../ports/read-store.ts';
import type { Reads } from './collections.ts';
import type { MembershipDocument } from './group.ts';
import { pagesOf } from './pages.ts';

type Item = Pick<MembershipDocument, 'id' | 'rank'>;
const item = (id: string, rank: string): Item => ({ id, rank });

/** Answers one query: documents in the order of rank, then id. */
const storeOf = (items: Item[]) => {
  const asked: Query[] = [];
  const query = async (_: string, wanted: Query) => {
    asked.push(wanted);
    const key = ({ rank, id }: Item) => `${rank} ${id}`;
    const { after } = wanted;
    return items
      .filter((one) => after === undefined || key(one) > `${String(after.value)} ${after.id}`)
      .sort((a, b) => (key(a) < key(b) ? -1 : 1))
      .slice(0, wanted.limit);
  };
  return { models: { query } as unknown as Reads, asked };
};

const byRank = { where: { groupId: 'g' }, order: { field: 'rank', direction: 'asc' } } as const;
const idsOf = async (pages: AsyncIterable<readonly Item[]>): Promise<string[][]> => {
  const ids: string[][] = [];
  for await (const page of pages) ids.push(page.map(({ id }) => id));
  return ids;
};

describe('pages of documents', () => {
  it('pages of documents contain every document once, even if many share a rank', async () => {
    const { models } = storeOf(['a', 'b', 'c', 'd', 'e'].map((id) => item(id, id < 'd' ? '1' : '2')));
    expect(await idsOf(pagesOf(models, 'memberships', byRank, 2))).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  it('pages of documents continue where the previous page ended, even if its documents are gone', async () => {
    const items = ['a', 'b', 'c', 'd'].map((id) => item(id, '1'));
    const { models } = storeOf(items);
    const seen: string[] = [];
    for await (const page of pagesOf(models, 'memberships', byRank, 2)) {
      seen.push(...page.map(({ id }) => id));
      for (const { id } of page)
        items.splice(
          items.findIndex((one) => one.id === id),
          1,
        );
    }
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
  });

  it('pages of documents start after a given place, and do not exist without results', async () => {
    const { models, asked } = storeOf(['a', 'b', 'c'].map((id) => item(id, '1')));
    const after = { value: '1', id: 'b' };
    expect(await idsOf(pagesOf(models, 'memberships', { ...byRank, after }, 2))).toEqual([['c']]);
    expect(await idsOf(pagesOf(storeOf([]).models, 'memberships', byRank, 2))).toEqual([]);
    expect(asked).toHaveLength(1);
  });
});
