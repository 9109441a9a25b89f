import { beforeAll, describe, expect, it } from 'vitest';
import { type ReadStore, UnindexedQueryError } from '../../ports/read-store.ts';
import { ids, type Note, note, put, type StoreUnderTest } from './store-under-test.ts';

/** The contract of every read store for queries. */
export const queryRules = (subject: StoreUnderTest): void => {
  describe('queries', () => {
    const shelf = [
      note('a', 'g1', { order: '2026-01', size: 10, pinned: true }),
      note('b', 'g1', { order: '2026-02', size: 20, pinned: false }),
      note('c', 'g1', { order: '2026-02', size: 30, pinned: false }),
      note('d', 'g1', { order: '2026-03', size: 40, pinned: false }),
      note('e', 'g2', { order: '2026-01', size: 50, pinned: true }),
      note('f', 'g2', { order: '2026-04', size: 60, pinned: true }),
      note('h', 'g3', { size: 70 }),
    ];
    let read: ReadStore['active'];
    let notes: string;
    beforeAll(async () => {
      ({ read, notes } = await subject.prepared(put(...shelf)));
    });
    const find = async (query: Parameters<typeof read.query>[1]) => ids(await read.query(notes, query));

    it('queries match by equality, ordered by id by default', async () => {
      expect(await find({ where: { group: 'g1' }, limit: 10 })).toEqual(['a', 'b', 'c', 'd']);
      expect(await find({ where: { group: 'g1' }, limit: 2 })).toEqual(['a', 'b']);
      expect(await find({ where: { group: 'g1' }, after: { id: 'b' }, limit: 2 })).toEqual(['c', 'd']);
      expect(await find({ where: { group: 'g1', pinned: false }, limit: 10 })).toEqual(['b', 'c', 'd']);
      expect(await find({ where: { pinned: true, group: 'g1' }, limit: 10 })).toEqual(['a']);
      expect(await find({ where: { group: 'nobody' }, limit: 10 })).toEqual([]);
      expect(await find({ where: { id: ['b', 'e'] }, limit: 10 })).toEqual(['b', 'e']);
      expect(await find({ where: {}, limit: 3 })).toEqual(['a', 'b', 'c']);
    });

    it('queries match one of several values, in one order', async () => {
      const order = { field: 'order', direction: 'asc' } as const;
      expect(await find({ where: { group: ['g2', 'g1', 'g2'] }, order, limit: 10 })).toEqual([
        'a',
        'e',
        'b',
        'c',
        'd',
        'f',
      ]);
      expect(await find({ where: { group: ['g1', 'g2'] }, order, limit: 3 })).toEqual(['a', 'e', 'b']);
      const few = { where: { group: ['g1', 'g2'] }, order, limit: 3, isSelective: true };
      expect(await find(few)).toEqual(['a', 'e', 'b']);
      expect(await find({ ...few, after: { value: '2026-01', id: 'e' } })).toEqual(['b', 'c', 'd']);
      expect(await find({ where: { group: [] }, order, limit: 3 })).toEqual([]);
      const hundreds = Array.from({ length: 300 }, (_, i) => `g${i}`);
      const newest = { field: 'order', direction: 'desc' } as const;
      expect(await find({ where: { group: hundreds }, order: newest, limit: 4 })).toEqual(['f', 'd', 'c', 'b']);
    });

    it('queries match a range, with an inclusive start and an exclusive end', async () => {
      const where = { group: 'g1' };
      expect(await find({ where, range: { field: 'order', from: '2026-02' }, limit: 10 })).toEqual(['b', 'c', 'd']);
      expect(await find({ where, range: { field: 'order', after: '2026-02' }, limit: 10 })).toEqual(['d']);
      expect(await find({ where, range: { field: 'order', to: '2026-02' }, limit: 10 })).toEqual(['a']);
      expect(await find({ where, range: { field: 'order', from: '2026-01', to: '2026-03' }, limit: 10 })).toEqual([
        'a',
        'b',
        'c',
      ]);
      expect(await find({ where: {}, range: { field: 'size', from: 30, to: 60 }, limit: 10 })).toEqual(['c', 'd', 'e']);
      expect(
        await find({ where: { group: ['g1', 'g2'] }, range: { field: 'order', from: '2026-03' }, limit: 9 }),
      ).toEqual(['d', 'f']);
    });

    it('queries check further comparisons on the rows found, by indexed fields and by others', async () => {
      const where = { group: 'g1' };
      expect(await find({ where, filter: [{ field: 'size', op: '>', value: 20 }], limit: 10 })).toEqual(['c', 'd']);
      expect(
        await find({
          where,
          filter: [
            { field: 'size', op: '<=', value: 20 },
            { field: 'pinned', op: '=', value: false },
          ],
          limit: 10,
        }),
      ).toEqual(['b']);
      expect(await find({ where, filter: [{ field: 'text', op: '=', value: 'text of c' }], limit: 10 })).toEqual(['c']);
      expect(await read.count(notes, { where, filter: [{ field: 'text', op: '>=', value: 'text of c' }] }, 10)).toBe(2);
    });

    it('queries page through equal values without losing or repeating any, in both directions', async () => {
      for (const direction of ['asc', 'desc'] as const) {
        for (const group of ['g1', ['g1', 'g2']]) {
          const all = await find({ where: { group }, order: { field: 'order', direction }, limit: 10 });
          const paged: string[] = [];
          let after: { value?: string; id: string } | undefined;
          for (;;) {
            const page = await read.query<Note>(notes, {
              where: { group },
              order: { field: 'order', direction },
              limit: 2,
              ...(after && { after }),
            });
            paged.push(...ids(page));
            const last = page.at(-1);
            if (last?.order === undefined) break;
            after = { value: last.order, id: last.id };
          }
          expect(paged).toEqual(all);
        }
      }
      expect(await find({ where: { group: 'g1' }, order: { field: 'order', direction: 'desc' }, limit: 10 })).toEqual([
        'd',
        'c',
        'b',
        'a',
      ]);
    });

    it('queries omit documents that lack the ordered field', async () => {
      expect(await find({ where: { group: 'g3' }, order: { field: 'order', direction: 'asc' }, limit: 10 })).toEqual(
        [],
      );
      expect(await find({ where: { group: 'g3' }, limit: 10 })).toEqual(['h']);
    });

    it('queries are refused when no index serves them, with the collection and the fields', async () => {
      const refused = [
        { where: { text: 'x' } },
        { where: { pinned: true } },
        { where: { group: 'g1' }, order: { field: 'text', direction: 'asc' } },
        { where: {}, range: { field: 'order', from: '2026' } },
      ] as const;
      for (const query of refused) {
        await expect(read.query(notes, { ...query, limit: 1 })).rejects.toThrow(UnindexedQueryError);
      }
      await expect(read.query(notes, { where: { text: 'x' }, limit: 1 })).rejects.toThrow(/notes\d+ .*text/);
      await expect(read.count(notes, { where: { text: 'x' } }, 1)).rejects.toThrow(UnindexedQueryError);
    });
  });
};
