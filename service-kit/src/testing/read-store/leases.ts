import { describe, expect, it } from 'vitest';
import type { StoreUnderTest } from './store-under-test.ts';

/** The contract of every read store for leases. */
export const leaseRules = (subject: StoreUnderTest): void => {
  describe('leases', () => {
    it('leases belong to one holder until they expire or are released', async () => {
      expect(await subject.store.lease('runner', 'one', 10_000)).toBe(true);
      expect(await subject.store.lease('runner', 'two', 10_000)).toBe(false);
      expect(await subject.store.lease('runner', 'one', 10_000)).toBe(true);
      expect(await subject.store.lease('eraser', 'two', 10_000)).toBe(true);
      await subject.lapse(10_001);
      expect(await subject.store.lease('runner', 'two', 10_000)).toBe(true);
      await subject.store.releaseLease('runner', 'one');
      expect(await subject.store.lease('runner', 'one', 10_000)).toBe(false);
      await subject.store.releaseLease('runner', 'two');
      expect(await subject.store.lease('runner', 'one', 10_000)).toBe(true);
      expect([await subject.store.lease('runner', 'two', 0), await subject.store.lease('nobodys', 'two', 0)]).toEqual([
        false,
        true,
      ]);
      expect(await subject.store.lease('nobodys', 'one', 10_000)).toBe(true);
      const rivals = await Promise.all(
        Array.from({ length: 8 }, (_, i) => subject.store.lease('rivals', `r${i}`, 10_000)),
      );
      expect(rivals.filter(Boolean)).toHaveLength(1);
    });

    it('leases that expired go to one of several concurrent claimants, and the previous holder loses them', async () => {
      const others = await Promise.all([subject.open(), subject.open()]);
      for (let round = 0; round < 10; round += 1) {
        const lease = `succession-${round}`;
        expect(await subject.store.lease(lease, 'former', 10_000)).toBe(true);
        await subject.lapse(10_001);
        const takers = [subject.store, ...others].map((taker, i) => taker.lease(lease, `taker-${i}`, 10_000));
        const outcomes = await Promise.all([...takers, subject.store.lease(lease, 'former', 10_000)]);
        expect(outcomes.filter(Boolean)).toHaveLength(1);
      }
      await Promise.all(others.map((other) => other.close()));
    });
  });
};
