import { describe, expect, it } from 'vitest';
import { changeRules } from './read-store/changes.ts';
import { commitRules } from './read-store/commits.ts';
import { documentRules } from './read-store/documents.ts';
import { generationRules } from './read-store/generations.ts';
import { leaseRules } from './read-store/leases.ts';
import { queryRules } from './read-store/queries.ts';
import { removalRules } from './read-store/removals.ts';
import { at, parkedEvent, type ReadStoreEngine, StoreUnderTest } from './read-store/store-under-test.ts';

/** The contract of every read store. @param newEngine creates an empty engine. */
export const readStoreSuite = (name: string, newEngine: () => Promise<ReadStoreEngine>): void => {
  describe(`${name} as a read store`, () => {
    const subject = new StoreUnderTest(newEngine);
    documentRules(subject);
    queryRules(subject);
    commitRules(subject);
    removalRules(subject);
    generationRules(subject);
    changeRules(subject);
    leaseRules(subject);

    it('keeps parked events until they are unparked (CQRS-06)', async () => {
      const { model } = await subject.prepared();
      const { model: other } = await subject.prepared();
      await subject.commitTo(model, 1, 3, [], { park: [parkedEvent(model.model, 3), parkedEvent(model.model, 2)] });
      await subject.commitTo(other, 1, 2, [], { park: [parkedEvent(other.model, 2)] });
      expect(await subject.store.parked(model.model)).toEqual([
        parkedEvent(model.model, 2),
        parkedEvent(model.model, 3),
      ]);
      expect((await subject.store.parked()).map((each) => each.model)).toEqual(
        expect.arrayContaining([model.model, other.model]),
      );
      expect(await subject.store.countParked([model.model, other.model, 'none'])).toBe(3);
      expect(await subject.store.countParked([])).toBe(0);
      const again = { ...parkedEvent(model.model, 3), attempts: 2 };
      await subject.commitTo(model, 3, 4, [], { park: [again], unpark: [{ model: model.model, position: at(2) }] });
      expect(await subject.store.parked(model.model)).toEqual([again]);
    });

    it('answers a ping and cleans up', async () => {
      await subject.store.ping();
      await subject.store.scrub();
    });
  });
};
