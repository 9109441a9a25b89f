import { hash } from 'node:crypto';
import { KEY_BYTES } from './data-key.ts';

/**
 * Derives keys for any number of items from one root key, such that one item's key can be destroyed while all others remain. This
 * is a puncturable pseudorandom function: a tree in which the children of a node are hashes of it (Goldreich, Goldwasser,
 * Micali). An item is the leaf addressed by the digits of its hash. Cutting an item drops the nodes on its path and keeps their
 * siblings.
 */
const DIGITS = 8;
const ALL_DIGITS = '0123456789abcdef';

/** A stored node: the number of digits in its path, the digits (two per byte, padded), and its key. */
const PATH_BYTES = 1 + DIGITS / 2;
const NODE_BYTES = PATH_BYTES + KEY_BYTES;

/** Path and key as hex, the fastest format to get from a digest. */
type Node = { readonly path: string; readonly key: string };

const child = (key: string, digit: string): string => hash('sha256', key + digit);

/** One digit per level. With 2^32 leaves, a collision between two items of one root is very unlikely. */
const pathOf = (item: string): string => hash('sha256', item).slice(0, DIGITS);

/** Parsed cut trees, by their stored bytes: parsing thousands of nodes for every event would be slow. */
const parsed = new WeakMap<Uint8Array, ReadonlyMap<string, Node>>();

const nodesOf = (tree: Uint8Array): ReadonlyMap<string, Node> => {
  const known = parsed.get(tree);
  if (known !== undefined) return known;
  const bytes = Buffer.from(tree.buffer, tree.byteOffset, tree.byteLength);
  const nodes = new Map<string, Node>();
  for (let at = 0; at < bytes.length; at += NODE_BYTES) {
    const path = bytes.toString('hex', at + 1, at + PATH_BYTES).slice(0, bytes[at]);
    nodes.set(path, { path, key: bytes.toString('hex', at + PATH_BYTES, at + NODE_BYTES) });
  }
  parsed.set(tree, nodes);
  return nodes;
};

/** The node above the item's leaf; `undefined` if the item was cut. */
const nodeAbove = (tree: Uint8Array, path: string): Node | undefined => {
  if (tree.length === KEY_BYTES) return { path: '', key: Buffer.from(tree).toString('hex') };
  const nodes = nodesOf(tree);
  for (let length = 1; length <= DIGITS; length++) {
    const node = nodes.get(path.slice(0, length));
    if (node !== undefined) return node;
  }
  return undefined;
};

/** @param tree a root key, or the result of `cutItem`. @returns `undefined` if the item was cut. */
export const itemKey = (tree: Uint8Array, item: string): Uint8Array | undefined => {
  const path = pathOf(item);
  const node = nodeAbove(tree, path);
  if (node === undefined) return undefined;
  let { key } = node;
  for (let depth = node.path.length; depth < DIGITS; depth++) key = child(key, path.charAt(depth));
  return Buffer.from(key, 'hex');
};

/** Whether the item was not cut. Costs far less than its key. */
export const hasItem = (tree: Uint8Array, item: string): boolean =>
  tree.length === KEY_BYTES || nodeAbove(tree, pathOf(item)) !== undefined;

/** The tree without one item. No key derived from it opens what was encrypted for the item. */
export const cutItem = (tree: Uint8Array, item: string): Uint8Array => {
  const path = pathOf(item);
  const above = nodeAbove(tree, path);
  if (above === undefined) return tree;
  const kept = tree.length === KEY_BYTES ? [] : [...nodesOf(tree).values()].filter((node) => node !== above);
  for (let { key } = above, depth = above.path.length; depth < DIGITS; depth++) {
    const onward = path.charAt(depth);
    for (const digit of ALL_DIGITS)
      if (digit !== onward) kept.push({ path: path.slice(0, depth) + digit, key: child(key, digit) });
    key = child(key, onward);
  }
  return Buffer.concat(kept.map(storedNode));
};

const storedNode = ({ path, key }: Node): Buffer =>
  Buffer.concat([Buffer.of(path.length), Buffer.from(path.padEnd(DIGITS, '0'), 'hex'), Buffer.from(key, 'hex')]);
