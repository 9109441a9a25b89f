import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryKeyStore } from '../testing/memory-key-store.ts';
import { CachingKeyStore } from './caching-key-store.ts';
import { ItemKeyStore } from './item-key-store.ts';
import { branchOf, cutBranch, cutItem, itemKey } from './item-keys.ts';

const itemsOf = (count: number, name = 'message') =>
  Array.from({ length: count }, (_, number) => `writings-1/${name}-${number}`);

describe('keys of items', () => {
  let stored: MemoryKeyStore;
  let keys: ItemKeyStore;

  beforeEach(() => {
    stored = new MemoryKeyStore();
    keys = new ItemKeyStore(new CachingKeyStore(stored));
  });

  const hexOf = async (items: readonly string[]) => {
    const found = await keys.find(items);
    return items.map((item) => found.get(item) && Buffer.from(found.get(item) ?? []).toString('hex'));
  };
  const documents = async () => [...(await stored.find(await stored.subjects(1_000_000))).entries()];

  it('keys of items are the same every time, and different for every item and root', async () => {
    const items = [...itemsOf(1_000), 'writings-2/message-0'];
    await keys.obtain('writings-1');
    await keys.obtain('writings-2');
    const first = await hexOf(items);
    expect(new Set(first).size).toBe(items.length);
    expect(await hexOf(items)).toEqual(first);
    expect(Buffer.from((await keys.obtain(items[0] as string)) ?? []).toString('hex')).toBe(first[0]);
  });

  it('keys of items differ for items whose hashes agree in their first 32 bits', async () => {
    // Found by search: both hashes begin with the same eight digits.
    const alike = ['writings-1/item-11991', 'writings-1/item-34378'] as const;
    await keys.obtain('writings-1');
    const [, kept] = await hexOf(alike);
    await keys.destroy(alike[0]);
    expect(await hexOf(alike)).toEqual([undefined, kept]);
  });

  it('keys of items can be destroyed one by one while all others stay the same (SAFE-01)', async () => {
    const kept = itemsOf(500, 'kept');
    const doomed = itemsOf(40, 'doomed');
    await keys.obtain('writings-1');
    const before = await hexOf(kept);
    for (const item of doomed) await keys.destroy(item);
    expect(await hexOf(doomed)).toEqual(doomed.map(() => undefined));
    expect(await hexOf(kept)).toEqual(before);
    expect(await keys.withKeys([...kept, ...doomed], 'now')).toEqual(new Set(kept));
    expect(await keys.obtain(doomed[0] as string)).toBeNull();
  });

  it('keys of items stay destroyed for an item that was destroyed before anything was written under it (SAFE-01)', async () => {
    await keys.destroy('writings-1/message-0');
    expect(await keys.obtain('writings-1/message-0')).toBeNull();
    expect(await keys.obtain('writings-1/message-1')).not.toBeNull();
  });

  it('keys of items are all destroyed with the root key, including those that depend on a branch (SAFE-01)', async () => {
    const items = itemsOf(20_000);
    await keys.destroy(items[0] as string);
    await keys.destroy('writings-1');
    expect((await keys.find(items)).size).toBe(0);
    expect((await keys.withKeys(items, 'now')).size).toBe(0);
    expect(await keys.obtain(items[1] as string)).toBeNull();
    await expect(keys.destroy(items[2] as string)).resolves.toBeUndefined();
  });

  it('keys of items leave no trace of the root or of a destroyed item in the store (SAFE-01)', async () => {
    const root = Buffer.from((await keys.obtain('writings-1')) ?? []);
    const own = Buffer.from((await keys.obtain('writings-1/message-0')) ?? []);
    await keys.destroy('writings-1/message-0');
    const bytes = Buffer.concat((await documents()).map(([, document]) => document));
    expect(bytes.includes(root)).toBe(false);
    expect(bytes.includes(own)).toBe(false);
  });

  it('keys of items cannot be derived from a branch document without its root document (SAFE-01)', () => {
    const item = 'message-0';
    const cutRoot = (fill: number) => cutBranch(Buffer.alloc(32, fill), item);
    const branch = cutItem({ root: Buffer.alloc(32, 1), branch: undefined }, item);
    const neighbor = itemsOf(100_000, 'neighbor').find((other) => branchOf(other) === branchOf(item)) as string;
    expect(itemKey({ root: cutRoot(1), branch }, neighbor)).toEqual(
      itemKey({ root: Buffer.alloc(32, 1), branch: undefined }, neighbor),
    );
    expect(itemKey({ root: cutRoot(2), branch }, neighbor)).not.toEqual(
      itemKey({ root: cutRoot(1), branch }, neighbor),
    );
  });

  it('keys of items lose nothing when a process dies halfway through a destruction, and a repeat completes it', async () => {
    const items = itemsOf(50);
    await keys.obtain('writings-1');
    const before = await hexOf(items);
    const replace = stored.replace.bind(stored);
    stored.replace = (subject, next) =>
      subject === 'writings-1' ? Promise.reject(new Error('killed')) : replace(subject, next);
    await expect(keys.destroy(items[0] as string)).rejects.toThrow('killed');
    expect(await hexOf(items)).toEqual(before);
    stored.replace = replace;
    await keys.destroy(items[0] as string);
    expect(await hexOf(items)).toEqual([undefined, ...before.slice(1)]);
  });

  it('keys of items take bounded documents, no matter how many are destroyed (SAFE-01)', async () => {
    for (const item of itemsOf(600)) await keys.destroy(item);
    const sizes = (await documents()).map(([, document]) => document.length);
    expect(Math.max(...sizes)).toBeLessThan(170_000);
  });
});
