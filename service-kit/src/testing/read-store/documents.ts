import { describe, expect, it } from 'vitest';
import { sweepDocuments } from '../../sweep-documents.ts';
import { at, type Note, note, put, type StoreUnderTest } from './store-under-test.ts';

/** The contract of every read store for documents. */
export const documentRules = (subject: StoreUnderTest): void => {
  describe('documents', () => {
    it('documents are returned as they were put, whatever JSON they hold', async () => {
      const odd = {
        ...note('n1', 'g1', { text: 'naïve 👩‍👩‍👧 \u0000 \u202e "quoted" \\ \n' }),
        nested: { list: [1, [2, [3]], { deep: null }], 'a.dotted': 1, $dollar: 2, '👍': ['u1'] },
        numbers: [0, -1, 1.5, 1e21, 2 ** 53 - 1, -(2 ** 31) - 1],
        empty: {},
        isNot: false,
      };
      const { read, notes } = await subject.prepared(put(odd));
      expect(await read.get(notes, 'n1')).toEqual(odd);
      expect(JSON.stringify(await read.get(notes, 'n1'))).toBe(JSON.stringify(odd));
      expect(await read.get(notes, 'n2')).toBeUndefined();
    });

    it('documents are found together by id, if they exist', async () => {
      const { read, notes } = await subject.prepared(put(note('n1', 'g1'), note('n2', 'g1'), note('n3', 'g2')));
      const found = await read.getMany<Note>(notes, ['n3', 'missing', 'n1', 'n1']);
      expect([...found.keys()].sort()).toEqual(['n1', 'n3']);
      expect(found.get('n3')).toEqual(note('n3', 'g2'));
      expect(await read.getMany(notes, [])).toEqual(new Map());
    });

    it('documents are replaced as a whole, together with their index entries', async () => {
      const { read, notes, model } = await subject.prepared(put(note('n1', 'g1', { order: 'a', size: 5 })));
      await subject.commitTo(model, 1, 2, put(note('n1', 'g2')));
      expect(await read.get(notes, 'n1')).toEqual(note('n1', 'g2'));
      expect(await read.count(notes, { where: { group: 'g1' } }, 10)).toBe(0);
      expect(await read.count(notes, { where: { group: 'g2' } }, 10)).toBe(1);
      expect(await read.query(notes, { where: {}, range: { field: 'size', from: 0 }, limit: 10 })).toEqual([]);
    });

    it('documents are written and removed in the order of the commit', async () => {
      const { read, notes, tags, model } = await subject.prepared(
        put(note('n1', 'g1'), note('n2', 'g1'), note('n3', 'g2')),
      );
      await subject.commitTo(model, 1, 2, [
        { collection: 'notes', remove: 'n1' },
        { collection: 'tags', put: { id: 't1', noteId: 'n1' } },
        ...put(note('n1', 'g9')),
        { collection: 'notes', removeWhere: { group: 'g1' } },
        ...put(note('n4', 'g1'), note('n4', 'g1', { text: 'second' })),
        { collection: 'notes', remove: 'n3' },
        { collection: 'notes', remove: 'never there' },
      ]);
      const left = await read.getMany<Note>(notes, ['n1', 'n2', 'n3', 'n4']);
      expect([...left.keys()].sort()).toEqual(['n1', 'n4']);
      expect(left.get('n1')?.group).toBe('g9');
      expect(left.get('n4')?.text).toBe('second');
      expect(await read.count(tags, { where: { noteId: 'n1' } }, 10)).toBe(1);
    });

    it('documents can be a thousand in one commit, and all of them removed by a field', async () => {
      const many = Array.from({ length: 1_003 }, (_, i) => note(`n${i}`, i % 2 ? 'odd' : 'even', { order: at(i + 1) }));
      const { read, notes, model } = await subject.prepared(put(...many));
      expect(await read.count(notes, { where: { group: ['odd', 'even'] } }, 5_000)).toBe(1_003);
      expect(await read.count(notes, { where: { group: ['odd', 'even'] } }, 100)).toBe(100);
      await subject.commitTo(model, 1, 2, [{ collection: 'notes', removeWhere: { group: 'odd' } }]);
      await sweepDocuments(subject.store);
      expect(await read.count(notes, { where: { group: 'odd' } }, 5_000)).toBe(0);
      expect(await read.count(notes, { where: { group: 'even' } }, 5_000)).toBe(502);
    });
  });
};
