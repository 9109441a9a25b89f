import type { KeyStore } from '@quorum/contracts/ports/key-store.ts';
import { describe, expect, it } from 'vitest';
import { CachingKeyStore } from './caching-key-store.ts';
import { MemoryKeyStore } from './memory-key-store.ts';

/** Lets the test hold back answers of the store behind the cache. */
const withGate = (inner: KeyStore) => {
  let open: () => void = () => {};
  let gate: Promise<void> = Promise.resolve();
  const lookups: string[][] = [];
  const store: KeyStore = {
    obtain: async (subject) => {
      const key = await inner.obtain(subject);
      await gate;
      return key;
    },
    find: async (subjects) => {
      lookups.push([...subjects]);
      const keys = await inner.find(subjects);
      await gate;
      return keys;
    },
    destroy: (subject) => inner.destroy(subject),
    ping: () => inner.ping(),
    close: () => inner.close(),
  };
  const shut = (): void => {
    gate = new Promise((resolve) => {
      open = resolve;
    });
  };
  return { store, lookups, shut, open: () => open() };
};

describe('remembered keys', () => {
  it('are asked for once', async () => {
    const { store, lookups } = withGate(new MemoryKeyStore());
    const keys = new CachingKeyStore(store);
    await keys.obtain('a');
    await keys.find(['a', 'b']);
    await keys.find(['a', 'b']);
    expect(lookups).toEqual([['b']]);
  });

  it('are gone at once when they are destroyed (SAFE-01)', async () => {
    const keys = new CachingKeyStore(new MemoryKeyStore());
    await keys.obtain('a');
    await keys.destroy('a');
    expect(await keys.find(['a'])).toEqual(new Map());
    expect(await keys.obtain('a')).toBeNull();
  });

  it('are not brought back by an answer that was under way while they were destroyed', async () => {
    const { store, shut, open } = withGate(new MemoryKeyStore());
    await store.obtain('a');
    const keys = new CachingKeyStore(store);
    shut();
    const early = [keys.find(['a']), keys.obtain('a')] as const;
    await keys.destroy('a');
    open();
    expect(await early[0]).toEqual(new Map());
    expect(await early[1]).toBeNull();
    expect(await keys.find(['a'])).toEqual(new Map());
  });

  it('are looked up again after 30 seconds, for another process may have destroyed them', async () => {
    let now = 0;
    const inner = new MemoryKeyStore();
    const keys = new CachingKeyStore(inner, { clock: { now: () => now } });
    await keys.obtain('a');
    await inner.destroy('a');
    now = 29_999;
    expect((await keys.find(['a'])).size).toBe(1);
    now = 30_000;
    expect((await keys.find(['a'])).size).toBe(0);
    expect(await keys.obtain('a')).toBeNull();
  });

  it('are forgotten when there are too many, longest unused first', async () => {
    const { store, lookups } = withGate(new MemoryKeyStore());
    const keys = new CachingKeyStore(store, { capacity: 2 });
    await keys.obtain('a');
    await keys.obtain('b');
    await keys.find(['a']);
    await keys.obtain('c');
    await keys.find(['a', 'b', 'c']);
    expect(lookups).toEqual([['b']]);
  });
});
