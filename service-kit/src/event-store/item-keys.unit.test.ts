import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cutItem, hasItem, itemKey } from './item-keys.ts';

const keyOf = (tree: Uint8Array, item: string) => {
  const key = itemKey(tree, item);
  return key && Buffer.from(key).toString('hex');
};

describe('keys of items', () => {
  it('are deterministic, and different for every item and root', () => {
    const root = randomBytes(32);
    const items = Array.from({ length: 1000 }, () => randomUUID());
    const keys = items.map((item) => keyOf(root, item));
    expect(new Set(keys).size).toBe(1000);
    expect(items.map((item) => keyOf(root, item))).toEqual(keys);
    expect(keyOf(randomBytes(32), items[0] as string)).not.toBe(keys[0]);
  });

  it('can be cut one by one while all others stay the same (SAFE-01)', () => {
    const root = randomBytes(32);
    const kept = Array.from({ length: 500 }, () => randomUUID());
    const before = kept.map((item) => keyOf(root, item));
    const cut = Array.from({ length: 20 }, () => randomUUID());
    let tree: Uint8Array = root;
    for (const item of cut) tree = cutItem(tree, item);
    expect(cut.map((item) => itemKey(tree, item))).toEqual(cut.map(() => undefined));
    expect(kept.map((item) => keyOf(tree, item))).toEqual(before);
    expect(cutItem(tree, cut[0] as string)).toBe(tree);
  });

  it('are known to be there without being derived, until they are cut (SAFE-01)', () => {
    const root = randomBytes(32);
    const items = Array.from({ length: 50 }, () => randomUUID());
    expect(items.filter((item) => hasItem(root, item))).toEqual(items);
    const tree = cutItem(root, items[0] as string);
    expect(items.filter((item) => hasItem(tree, item))).toEqual(items.slice(1));
  });

  it('leave no trace of the root or of a node above the cut item', () => {
    const root = randomBytes(32);
    const item = randomUUID();
    const own = Buffer.from(itemKey(root, item) ?? []);
    const tree = Buffer.from(cutItem(root, item));
    expect(tree.includes(root)).toBe(false);
    expect(tree.includes(own)).toBe(false);
  });
});
