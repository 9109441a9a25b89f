import { beforeAll, describe, expect, it } from 'vitest';
import type { Document, Query, ReadStore, Write } from '../../ports/read-store.ts';
import { at, ids, type StoreUnderTest } from './store-under-test.ts';

type Letter = Document & { readonly sender: string; readonly order: string };

const id = (number: number): string => `${String(number).padStart(8, '0')}-0000-7abc-8def-0123456789ab`;
const letter = (number: number, sender: string, position: number): Letter => ({
  id: id(number),
  sender,
  order: at(position),
});
const line = (position: number, sender: string): Document => ({ id: at(position), sender, place: position % 2 });

/** The contract of every read store for collections that declare what their fields hold. */
export const holdingRules = (subject: StoreUnderTest): void => {
  describe('documents of collections that declare ids and positions', () => {
    const [ada, ben] = [id(90), id(100)];
    const letters = [
      letter(5, ada, 1),
      letter(4, ada, 2),
      letter(30, ada, 2),
      letter(3, ada, 300),
      letter(2, ben, 4),
      letter(1, 'a guest', 5),
    ];
    const lines = [line(7, ada), line(9, ben), line(10, ada), line(1_000, ada), line(20, 'a guest')];
    const writes: readonly Write[] = [
      ...letters.map((put) => ({ collection: 'letters', put })),
      ...lines.map((put) => ({ collection: 'lines', put })),
    ];
    let read: ReadStore['active'];
    let names: Awaited<ReturnType<StoreUnderTest['prepared']>>;
    beforeAll(async () => {
      names = await subject.prepared(writes);
      ({ read } = names);
    });
    const find = async (collection: 'letters' | 'lines', query: Omit<Query, 'limit'>) =>
      ids(await read.query(names[collection], { ...query, limit: 100 }));
    const byOrder = (direction: 'asc' | 'desc') => ({ order: { field: 'order', direction } }) as const;

    it('are found by id and by what they hold, and so are other values', async () => {
      expect(await read.get(names.letters, id(30))).toEqual(letter(30, ada, 2));
      expect(await read.get(names.lines, at(10))).toEqual(line(10, ada));
      expect(await read.get(names.lines, '10')).toBeUndefined();
      expect((await read.getMany(names.lines, [at(7), at(8), at(9)])).size).toBe(2);
      expect(await find('letters', { where: { sender: ben } })).toEqual([id(2)]);
      expect(await find('letters', { where: { sender: ben.toUpperCase() } })).toEqual([]);
      expect(await find('letters', { where: { sender: 'a guest' } })).toEqual([id(1)]);
      expect(await find('letters', { where: { id: [id(4), id(2), 'none'] } })).toEqual([id(2), id(4)]);
      expect(await read.count(names.letters, { where: { sender: [ada, 'a guest'] } }, 10)).toBe(5);
      expect(await read.count(names.letters, { where: { sender: ada, order: at(2) } }, 10)).toBe(2);
    });

    it('sort by ids and by positions as by their texts, whatever their number', async () => {
      expect(await find('letters', { where: {} })).toEqual([1, 2, 3, 4, 5, 30].map(id));
      expect(await find('lines', { where: {} })).toEqual([7, 9, 10, 20, 1_000].map(at));
      const where = { sender: [ada, ben] };
      expect(await find('letters', { where, ...byOrder('asc') })).toEqual([5, 4, 30, 2, 3].map(id));
      expect(await find('letters', { where, ...byOrder('desc') })).toEqual([3, 2, 30, 4, 5].map(id));
      const hundreds = [...Array.from({ length: 200 }, (_, number) => id(1_000 + number)), ada, ben];
      expect(await find('letters', { where: { sender: hundreds }, ...byOrder('asc') })).toEqual(
        [5, 4, 30, 2, 3].map(id),
      );
    });

    it('are in a range of positions, also from before the first', async () => {
      const where = { sender: ada };
      expect(await find('letters', { where, range: { field: 'order', after: '' } })).toHaveLength(4);
      expect(await find('letters', { where, range: { field: 'order', after: at(1), to: at(300) } })).toEqual(
        [4, 30].map(id),
      );
      expect(await find('letters', { where, range: { field: 'order', from: at(300) } })).toEqual([id(3)]);
      expect(await find('letters', { where, range: { field: 'order', to: '' } })).toEqual([]);
      const filter = [{ field: 'order', op: '>' as const, value: at(1) }];
      expect(await find('letters', { where, filter })).toEqual([3, 4, 30].map(id));
    });

    it('are paged through without losing or repeating one', async () => {
      const after = { value: at(2), id: id(4) };
      expect(await find('letters', { where: { sender: ada }, ...byOrder('asc'), after })).toEqual([30, 3].map(id));
      expect(await find('letters', { where: { sender: ada }, ...byOrder('desc'), after })).toEqual([id(5)]);
      expect(await find('letters', { where: {}, after: { id: id(4) } })).toEqual([5, 30].map(id));
      expect(await find('lines', { where: {}, after: { id: at(9) } })).toEqual([10, 20, 1_000].map(at));
      const order = { field: 'place', direction: 'desc' } as const;
      expect(await find('lines', { where: { sender: ada }, order })).toEqual([7, 1_000, 10].map(at));
      expect(await find('lines', { where: { sender: ada }, order, after: { value: 0, id: at(1_000) } })).toEqual([
        at(10),
      ]);
    });

    it('are replaced and removed by id and by field', async () => {
      const { model, letters: inLetters, lines: inLines, read: stored } = await subject.prepared(writes);
      await subject.commitTo(model, 1, 2, [
        { collection: 'letters', put: letter(4, ben, 2) },
        { collection: 'letters', remove: id(5) },
        { collection: 'lines', remove: at(7) },
        { collection: 'lines', put: line(9, ada) },
      ]);
      expect(ids(await stored.query(inLetters, { where: { sender: ben }, limit: 9 }))).toEqual([id(2), id(4)]);
      expect(ids(await stored.query(inLines, { where: { sender: ada }, limit: 9 }))).toEqual([9, 10, 1_000].map(at));
      await subject.commitTo(model, 2, 3, [
        { collection: 'letters', removeWhere: { sender: ada } },
        { collection: 'lines', removeWhere: { sender: ada } },
      ]);
      expect(ids(await stored.query(inLetters, { where: {}, limit: 9 }))).toEqual([1, 2, 4].map(id));
      expect(ids(await stored.query(inLines, { where: {}, limit: 9 }))).toEqual([at(20)]);
    });
  });
};
