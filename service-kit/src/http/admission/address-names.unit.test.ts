import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { MemoryKeyStore } from '../../testing/memory-key-store.ts';
import { AddressNames } from './address-names.ts';

const HOUR = 3_600_000;
const NOON = Date.parse('2026-07-01T12:00:00Z');
const ADDRESS = '203.0.113.7';

/** Every 32-byte window of everything in the store. Some of them are the keys. */
const keysIn = async (store: MemoryKeyStore): Promise<Buffer[]> => {
  const kept = await store.find(await store.subjects(100));
  return [...kept.values()].flatMap((bytes) =>
    Array.from({ length: Math.max(0, bytes.length - 31) }, (_, at) => Buffer.from(bytes.subarray(at, at + 32))),
  );
};
const confirms = async (store: MemoryKeyStore, name: string): Promise<boolean> =>
  (await keysIn(store)).some((key) => createHmac('sha256', key).update(ADDRESS).digest('base64url') === name);

it('an address has one name per hour across all processes, and is found by its previous one in the next hour', async () => {
  const store = new MemoryKeyStore();
  const [one, other] = [new AddressNames(store), new AddressNames(store)];
  const named = await Promise.all([one, other, one].map((names) => names.nameOf(ADDRESS, NOON)));
  expect(new Set(named.map(({ current }) => current)).size).toBe(1);
  expect(named[0]?.previous).toBeUndefined();
  expect((await one.nameOf('203.0.113.8', NOON)).current).not.toBe(named[0]?.current);

  const later = await Promise.all([other, one].map((names) => names.nameOf(ADDRESS, NOON + HOUR)));
  expect(later[0]).toEqual(later[1]);
  expect(later[0]?.previous).toBe(named[0]?.current);
  expect(later[0]?.current).not.toBe(named[0]?.current);
  // A process whose clock is slightly behind still counts in the previous hour.
  expect((await one.nameOf(ADDRESS, NOON + HOUR - 1)).current).toBe(named[0]?.current);
});

it('nothing confirms a guessed address by its name once the next hour is over (SAFE-14)', async () => {
  const store = new MemoryKeyStore();
  const { current } = await new AddressNames(store).nameOf(ADDRESS, NOON);
  await new AddressNames(store).destroyExpired(NOON + 2 * HOUR - 1);
  expect(await confirms(store, current)).toBe(true);
  // The key is destroyed even if nobody makes another attempt.
  const idle = new AddressNames(store);
  await idle.destroyExpired(NOON + 2 * HOUR);
  expect(await confirms(store, current)).toBe(false);
  expect((await idle.nameOf(ADDRESS, NOON + 2 * HOUR)).previous).toBeUndefined();
});

it('keys of a past hour are destroyed when a later hour names its first address (SAFE-14)', async () => {
  const store = new MemoryKeyStore();
  const names = new AddressNames(store);
  const { current } = await names.nameOf(ADDRESS, NOON);
  await names.nameOf(ADDRESS, NOON + HOUR);
  expect(await confirms(store, current)).toBe(true);
  const { current: newest } = await names.nameOf(ADDRESS, NOON + 2 * HOUR);
  expect([await confirms(store, current), await confirms(store, newest)]).toEqual([false, true]);
});
