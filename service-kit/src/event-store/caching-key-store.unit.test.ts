import { describe, expect, it, vi } from 'vitest';
import type { KeyStore } from '../ports/key-store.ts';
import { MemoryKeyStore } from '../testing/memory-key-store.ts';
import { CachingKeyStore } from './caching-key-store.ts';

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
    forget: (subject, key) => inner.forget(subject, key),
    subjects: (limit) => inner.subjects(limit),
    replace: (subject, next) => inner.replace(subject, next),
    generation: () => inner.generation(),
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

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('cached keys', () => {
  it('cached keys are fetched once', async () => {
    const { store, lookups } = withGate(new MemoryKeyStore());
    const obtain = vi.spyOn(store, 'obtain');
    const keys = new CachingKeyStore(store);
    const key = await keys.obtain('a');
    await keys.find(['a', 'b']);
    await keys.find(['a', 'b']);
    expect(lookups).toEqual([['b']]);
    expect(await keys.obtain('a')).toBe(key);
    expect(obtain).toHaveBeenCalledOnce();
  });

  it('cached keys encrypt nothing once another process has destroyed them (SAFE-01, SAFE-14)', async () => {
    const stored = new MemoryKeyStore();
    const [one, other] = [new CachingKeyStore(stored), new CachingKeyStore(stored)];
    expect(await one.obtain('a')).toEqual(await other.obtain('a'));
    await other.destroy('a');
    await nextTurn();
    expect(await one.obtain('a')).toBeNull();
    // Readers use the result of the look-up too.
    expect((await one.find(['a'])).size).toBe(0);
  });

  it('cached keys decrypt nothing once another process has destroyed or replaced them (SAFE-01, SAFE-14)', async () => {
    const stored = new MemoryKeyStore();
    const [one, other] = [new CachingKeyStore(stored), new CachingKeyStore(stored)];
    for (const subject of ['a', 'b', 'c']) await one.obtain(subject);
    expect((await one.find(['a', 'b', 'c'])).size).toBe(3);
    await other.destroy('a');
    await other.replace('b', () => Buffer.alloc(32, 1));
    const found = await one.find(['a', 'b', 'c']);
    expect([...found.keys()]).toEqual(['b', 'c']);
    expect(found.get('b')).toEqual(Buffer.alloc(32, 1));
  });

  it('cached keys are checked with two reads of the store at most for all checks at once', async () => {
    const stored = new MemoryKeyStore();
    const looks = vi.spyOn(stored, 'generation');
    const keys = new CachingKeyStore(stored);
    await keys.obtain('a');
    looks.mockClear();
    await Promise.all(Array.from({ length: 20 }, () => keys.find(['a'])));
    expect(looks.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('cached keys are checked with one read in a turn of the event loop, and fail in the next once another process destroyed them (SAFE-01, SAFE-14)', async () => {
    const stored = new MemoryKeyStore();
    const [one, other] = [new CachingKeyStore(stored), new CachingKeyStore(stored)];
    await one.obtain('a');
    await nextTurn();
    const read = vi.spyOn(stored, 'generation');
    for (let check = 0; check < 20; check++) expect((await one.find(['a'], 'current')).size).toBe(1);
    expect(read).toHaveBeenCalledOnce();
    await other.destroy('a');
    await nextTurn();
    expect((await one.find(['a'], 'current')).size).toBe(0);
  });

  it('cached keys are checked as of the last read without another one, and fail once it found them destroyed (SAFE-01, SAFE-14)', async () => {
    const stored = new MemoryKeyStore();
    const looks = vi.spyOn(stored, 'generation');
    const keys = new CachingKeyStore(stored);
    for (const subject of ['a', 'b']) await keys.obtain(subject);
    await keys.current();
    looks.mockClear();
    expect((await keys.find(['a', 'b'], 'current')).size).toBe(2);
    await nextTurn();
    expect((await keys.find(['a', 'b'], 'current')).size).toBe(2);
    expect(looks).not.toHaveBeenCalled();
    await new CachingKeyStore(stored).destroy('a');
    await keys.current();
    expect([...(await keys.find(['a', 'b'], 'current')).keys()]).toEqual(['b']);
  });

  it('cached keys fail a check in the same turn once they are destroyed here (SAFE-01)', async () => {
    const keys = new CachingKeyStore(new MemoryKeyStore());
    await keys.obtain('a');
    expect((await keys.find(['a'])).size).toBe(1);
    await keys.destroy('a');
    expect(await keys.find(['a'])).toEqual(new Map());
  });

  it('cached keys decrypt nothing for a caller who asks while an earlier lookup is in flight (SAFE-01)', async () => {
    const stored = new MemoryKeyStore();
    let answer = (): void => {};
    let held: Promise<void> = Promise.resolve();
    // The store answers late, with what it held when it was asked.
    const generation = async () => {
      const now = await stored.generation();
      await held;
      return now;
    };
    const keys = new CachingKeyStore(Object.assign(withGate(stored).store, { generation }));
    await keys.obtain('a');
    await keys.find(['a']);
    held = new Promise((resolve) => {
      answer = resolve;
    });
    const early = keys.find(['a']);
    await nextTurn();
    await stored.destroy('a');
    const late = keys.find(['a']);
    answer();
    await early;
    expect(await late).toEqual(new Map());
  });

  it('cached keys stay the same object while they are the same key', async () => {
    const stored = new MemoryKeyStore();
    const keys = new CachingKeyStore(stored);
    const key = await keys.obtain('a');
    await stored.destroy('b');
    expect((await keys.find(['a'])).get('a')).toBe(key);
    expect(await keys.obtain('a')).toBe(key);
  });

  it('cached keys are dropped at once when they are destroyed (SAFE-01)', async () => {
    const keys = new CachingKeyStore(new MemoryKeyStore());
    await keys.obtain('a');
    await keys.destroy('a');
    expect(await keys.find(['a'])).toEqual(new Map());
    expect(await keys.obtain('a')).toBeNull();
  });

  it('cached keys are not restored by a lookup that was in flight while they were destroyed', async () => {
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

  it('cached keys are fetched again after 30 seconds, in case a process died before raising the generation', async () => {
    let now = 0;
    const inner = new MemoryKeyStore();
    const broken = Object.assign(withGate(inner).store, { generation: async () => 0 });
    const keys = new CachingKeyStore(broken, { clock: { now: () => now } });
    await keys.obtain('a');
    await inner.destroy('a');
    now = 29_999;
    expect((await keys.find(['a'])).size).toBe(1);
    now = 30_000;
    expect((await keys.find(['a'])).size).toBe(0);
    expect(await keys.obtain('a')).toBeNull();
  });

  it('cached keys are evicted when there are too many, least recently used first', async () => {
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
