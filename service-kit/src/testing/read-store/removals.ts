import { describe, expect, it } from 'vitest';
import { sweepDocuments } from '../../sweep-documents.ts';
import { ids, note, put, type StoreUnderTest } from './store-under-test.ts';

/** More than one sweep removes. A commit holds half of them, which slow servers still take in good time. */
const MANY = 1_100;

/** The contract of every read store for removals of many documents by a field. */
export const removalRules = (subject: StoreUnderTest): void => {
  describe('removals by a field', () => {
    /** Two groups, and the larger one removed. */
    const removed = async () => {
      const many = Array.from({ length: MANY }, (_, i) => note(`n${i}`, 'gone', { order: String(i).padStart(5, '0') }));
      const prepared = await subject.prepared(put(...many.slice(0, MANY / 2), note('other', 'stays')));
      await subject.commitTo(prepared.model, 1, 2, put(...many.slice(MANY / 2)));
      await subject.store.activate(prepared.model);
      const hasLeft = await subject.commitTo(prepared.model, 2, 3, [
        { collection: 'notes', removeWhere: { group: 'gone' } },
      ]);
      return { ...prepared, hasLeft };
    };

    it('removals by a field remove every matching document, the last ones by sweeps', async () => {
      const { model, notes, read, hasLeft } = await removed();
      const other = await subject.open();
      const group = { where: { group: 'gone' } };
      expect(hasLeft).toBe(true);
      await sweepDocuments(subject.store);
      for (const reader of [read, subject.store.active, other.active, other.at([model])]) {
        expect(await reader.get(notes, 'n0')).toBeUndefined();
        expect([...(await reader.getMany(notes, ['n0', 'n1', 'other'])).keys()]).toEqual(['other']);
        expect(await reader.query(notes, { ...group, limit: 10 })).toEqual([]);
        expect(await reader.count(notes, group, 10)).toBe(0);
        expect(ids(await reader.query(notes, { where: {}, limit: 10 }))).toEqual(['other']);
      }
      await other.close();
    });

    it('removals by a field leave nothing if there are few, and keep documents put after them in the same commit', async () => {
      const { model, notes, read } = await subject.prepared(put(note('n1', 'gone'), note('n2', 'gone')));
      const hasLeft = await subject.commitTo(model, 1, 2, [
        { collection: 'notes', removeWhere: { group: 'gone' } },
        ...put(note('n2', 'gone', { text: 'after' })),
      ]);
      expect(hasLeft).toBe(false);
      await sweepDocuments(subject.store);
      expect(ids(await read.query(notes, { where: {}, limit: 10 }))).toEqual(['n2']);
    });

    it('removals by a field are forgotten with their generation', async () => {
      const { model, notes } = await subject.prepared();
      const trial = { ...model, generation: 'trial' };
      const write = put(...Array.from({ length: MANY }, (_, i) => note(`n${i}`, 'gone')));
      const fill = async () => {
        await subject.store.prepare(trial);
        await subject.commitTo(trial, 0, 1, write.slice(0, MANY / 2));
        await subject.commitTo(trial, 1, 2, write.slice(MANY / 2));
      };
      await fill();
      await subject.commitTo(trial, 2, 3, [{ collection: 'notes', removeWhere: { group: 'gone' } }]);
      await subject.store.drop(trial);
      await fill();
      expect(await subject.store.at([trial]).count(notes, { where: { group: 'gone' } }, MANY)).toBe(MANY);
    });
  });
};
