import { describe, expect, it } from 'vitest';
import { change, type StoreUnderTest } from './store-under-test.ts';

/** The contract of every read store for changes. */
export const changeRules = (subject: StoreUnderTest): void => {
  describe('changes', () => {
    it('changes are stored with the commit and read after a sequence, per audience (CQRS-05)', async () => {
      const { model } = await subject.prepared();
      expect(await subject.store.sequence('group-1')).toBe(0);
      await subject.commitTo(model, 1, 3, [], {
        changes: [change('group-1', 1, 2), change('user-1', 1, 2), change('group-1', 2, 3)],
      });
      await subject.commitTo(model, 3, 4, [], { changes: [change('group-1', 3, 4)] });
      expect(await subject.store.sequence('group-1')).toBe(3);
      expect(await subject.store.sequences(['group-1', 'user-1', 'group-none'])).toEqual(
        new Map([
          ['group-1', 3],
          ['user-1', 1],
          ['group-none', 0],
        ]),
      );
      expect(await subject.store.changesAfter('group-1', 1, 10)).toEqual([
        change('group-1', 2, 3),
        change('group-1', 3, 4),
      ]);
      expect(await subject.store.changesAfter('group-1', 0, 2)).toEqual([
        change('group-1', 1, 2),
        change('group-1', 2, 3),
      ]);
      expect(await subject.store.changesAfter('group-1', 3, 10)).toEqual([]);
      expect(await subject.store.changesAfter('group-none', 0, 10)).toEqual([]);
    });

    it('changes are not skipped silently if they are gone or never existed', async () => {
      const { model } = await subject.prepared();
      const total = 6_000;
      for (let done = 0; done < total; done += 1_000) {
        const changes = Array.from({ length: 1_000 }, (_, i) => change('group-busy', done + i + 1, done + i + 2));
        await subject.commitTo(model, done + 1, done + 1_001, [], { changes });
      }
      expect(await subject.store.sequence('group-busy')).toBe(total);
      expect(await subject.store.changesAfter('group-busy', 0, 10)).toBeNull();
      expect((await subject.store.changesAfter('group-busy', total - 5_000, 10_000))?.length).toBe(5_000);
      // The reader knows a later checkpoint than the subject.store, which was recreated.
      expect(await subject.store.changesAfter('group-busy', total + 1, 10)).toBeNull();
    });
  });
};
