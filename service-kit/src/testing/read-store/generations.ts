import { describe, expect, it } from 'vitest';
import { StaleCheckpointError, UnindexedQueryError } from '../../ports/read-store.ts';
import { at, ids, type Note, note, put, type StoreUnderTest } from './store-under-test.ts';

/** The contract of every read store for generations. */
export const generationRules = (subject: StoreUnderTest): void => {
  describe('generations', () => {
    it('generations are built beside the active one, switched to for every reader, and the previous one is dropped', async () => {
      const { model: old, notes } = await subject.prepared(put(note('n1', 'old')));
      const reader = await subject.open();
      expect(await subject.store.activeGeneration(old.model)).toBeUndefined();
      await subject.store.activate(old);
      expect(await subject.store.activeGeneration(old.model)).toBe('v1');
      await expect
        .poll(() => reader.active.get<Note>(notes, 'n1').catch(() => undefined))
        .toMatchObject({ group: 'old' });

      const next = { ...old, generation: 'v2' };
      await subject.store.prepare(next);
      await subject.commitTo(next, 0, 5, put(note('n1', 'new'), note('n2', 'new')));
      expect((await subject.store.active.get<Note>(notes, 'n1'))?.group).toBe('old');
      expect((await subject.store.at([next]).get<Note>(notes, 'n1'))?.group).toBe('new');
      expect(await subject.store.checkpoint(old)).toBe(at(1));

      // No reader ever sees a state with neither of them.
      const seen = new Set<string | undefined>();
      let switched = false;
      const looking = (async () => {
        while (!switched || !seen.has('new')) {
          seen.add((await reader.active.get<Note>(notes, 'n1'))?.group);
          await new Promise((resolve) => setImmediate(resolve));
        }
      })();
      await subject.store.activate(next);
      // Later commits go to the new one only, and no reader may miss them.
      expect((await reader.active.get<Note>(notes, 'n1'))?.group).toBe('new');
      switched = true;
      await looking;
      expect([...seen].filter((group) => group !== 'old' && group !== 'new')).toEqual([]);
      expect(ids(await subject.store.active.query(notes, { where: { group: 'new' }, limit: 5 }))).toEqual(['n1', 'n2']);
      await expect(subject.commitTo(old, 1, 2, [])).rejects.toThrow(StaleCheckpointError);
      await reader.close();
    });

    it('generations answer queries if activated without their indexes, and can be given the indexes later', async () => {
      const { model, notes } = await subject.prepared(put(note('n1', 'g1'), note('n2', 'g2')));
      await subject.store.activate(model, { indexesLater: true });
      await subject.commitTo(model, 1, 2, put(note('n3', 'g1')));
      const inGroup = async () => ids(await subject.store.active.query(notes, { where: { group: 'g1' }, limit: 5 }));
      expect(await inGroup()).toEqual(['n1', 'n3']);
      await subject.store.prepare(model);
      expect(await subject.store.activeGeneration(model.model)).toBe(model.generation);
      expect(await subject.store.checkpoint(model)).toBe(at(2));
      expect(await inGroup()).toEqual(['n1', 'n3']);
    });

    it('generations are all listed, even half-built ones, and dropped with their documents and checkpoint, but not while active', async () => {
      const { model } = await subject.prepared(put(note('n1', 'g1')));
      const trial = { ...model, generation: 'trial' };
      await subject.store.activate(model);
      await subject.store.prepare(trial);
      await subject.commitTo(trial, 0, 3, put(note('n1', 'g1')));
      expect([...(await subject.store.generations(model.model))].sort()).toEqual(['trial', 'v1']);
      await subject.store.drop(trial);
      expect(await subject.store.generations(model.model)).toEqual(['v1']);
      await subject.store.prepare(trial);
      expect(await subject.store.checkpoint(trial)).toBe('');
      expect(await subject.store.at([trial]).get(model.collections[0]?.name ?? '', 'n1')).toBeUndefined();
      await expect(subject.store.drop(model)).rejects.toThrow(/active/);
    });

    it('generations get no index that is declared later, which takes a new version', async () => {
      const { model, read, notes } = await subject.prepared(put(note('n1', 'g1')));
      await expect(read.query(notes, { where: { text: 'a' }, limit: 1 })).rejects.toThrow(UnindexedQueryError);
      const wider = {
        ...model,
        collections: model.collections.map((each) => ({ ...each, indexes: [...each.indexes, ['text']] })),
      };
      await expect(subject.store.prepare(wider)).rejects.toThrow("Raise the model's version");
      await subject.store.prepare({ ...wider, generation: 'v2' });
    });
  });
};
