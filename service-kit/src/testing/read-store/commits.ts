import { describe, expect, it } from 'vitest';
import type { ModelGeneration } from '../../ports/generations.ts';
import { type ReadEngine, StaleCheckpointError, type Write } from '../../ports/read-store.ts';
import { at, change, ids, note, put, type StoreUnderTest } from './store-under-test.ts';

/** The contract of every read store for commits. */
export const commitRules = (subject: StoreUnderTest): void => {
  describe('commits', () => {
    it('commits move the checkpoint, which starts before the first event and outlives the process (CQRS-04)', async () => {
      const model = subject.newModel();
      await subject.store.prepare(model);
      expect(await subject.store.checkpoint(model)).toBe('');
      await subject.commitTo(model, 0, 7, put(note('n1', 'g1')));
      await subject.commitTo(model, 7, 8, []);
      const other = await subject.open();
      expect(await other.checkpoint(model)).toBe(at(8));
      expect(ids([...(await other.at([model]).getMany(model.collections[0]?.name ?? '', ['n1'])).values()])).toEqual([
        'n1',
      ]);
      await other.close();
      await subject.store.prepare(model);
      expect(await subject.store.checkpoint(model)).toBe(at(8));
    });

    it('commits from a checkpoint other than the stored one are refused and change nothing', async () => {
      const { model, read, notes } = await subject.prepared();
      const second = subject.newModel();
      await subject.store.prepare(second);
      await expect(subject.commitTo(model, 0, 2, put(note('n1', 'g1')))).rejects.toThrow(StaleCheckpointError);
      // One of the two models is at another checkpoint, so neither advances.
      const both = subject.store.commit({
        models: [model, second],
        from: at(1),
        to: at(2),
        writes: [{ collection: notes, put: note('n1', 'g1') }],
        changes: [change('group-stale', 1, 2)],
      });
      await expect(both).rejects.toThrow(StaleCheckpointError);
      expect(await subject.store.checkpoint(model)).toBe(at(1));
      expect(await read.get(notes, 'n1')).toBeUndefined();
      expect(await subject.store.sequence('group-stale')).toBe(0);
    });

    it('commits of rivals from one checkpoint are refused but for one', async () => {
      const { model, read, notes } = await subject.prepared();
      const rivals = await Promise.allSettled(
        ['x', 'y', 'z'].map((id) => subject.commitTo(model, 1, 2, put(note(id, 'g1')))),
      );
      expect(rivals.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
      expect(await read.count(notes, { where: { group: 'g1' } }, 10)).toBe(1);
    });

    it('commits of a checkpoint and of documents do not disturb each other, from two processes at once (CQRS-04)', async () => {
      const model = subject.newModel();
      const alone: ModelGeneration = { model: `alone-${model.model}`, generation: '1', collections: [] };
      const [notes] = model.collections.map((each) => each.name) as [string];
      const other = await subject.open();
      await Promise.all([subject.store.prepare(model), other.prepare(alone)]);
      const total = 60;
      /** Each continues from its own last checkpoint, as its only writer. */
      const walk = async (by: ReadEngine, walker: ModelGeneration, write: (position: number) => readonly Write[]) => {
        for (let position = 1; position <= total; position += 1) {
          await by.commit({
            models: [walker],
            from: at(position - 1),
            to: at(position),
            writes: write(position),
            changes: [],
          });
        }
      };
      await Promise.all([
        walk(subject.store, model, (position) => [{ collection: notes, put: note(`n${position}`, 'g1') }]),
        walk(other, alone, () => []),
      ]);
      expect(await other.checkpoint(model)).toBe(at(total));
      expect(await subject.store.checkpoint(alone)).toBe(at(total));
      expect(await subject.store.at([model]).count(notes, { where: { group: 'g1' } }, 100)).toBe(total);
      await other.close();
    });
  });
};
