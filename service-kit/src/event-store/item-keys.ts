import { hash } from 'node:crypto';
import { KEY_BYTES } from './data-key.ts';

/**
 * Keys of any number of items out of one root key, so that the key of a single item can be destroyed while all others stay: a
 * puncturable pseudorandom function, as a tree in which every node's children are made by hashing it (Goldreich, Goldwasser, Micali).
 * An item is a leaf, found by the digits of its hash. To cut an item, the nodes on its path are forgotten and the siblings of each are
 * kept in their place.
 */
const DIGITS = 8;
const ALL_DIGITS = '0123456789abcdef';

/** A stored node: how many digits lead to it, the digits (two a byte, padded), its key. */
const PATH_BYTES = 1 + DIGITS / 2;
const NODE_BYTES = PATH_BYTES + KEY_BYTES;

/** Path and key in hexadecimal: that is how a digest comes fastest. */
type Node = { readonly path: string; readonly key: string };

const child = (key: string, digit: string): string => hash('sha256', key + digit);

/** One digit for each level. Among 2^32 leaves it is most unlikely that two items of one root share one. */
const pathOf = (item: string): string => hash('sha256', item).slice(0, DIGITS);

/** What is left of trees that were cut, by the stored bytes: taking thousands of nodes apart for every event would be slow. */
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

/** The node that the item's leaf lies under; `undefined` when the item was cut. */
const nodeAbove = (tree: Uint8Array, path: string): Node | undefined => {
  if (tree.length === KEY_BYTES) return { path: '', key: Buffer.from(tree).toString('hex') };
  const nodes = nodesOf(tree);
  for (let length = 1; length <= DIGITS; length++) {
    const node = nodes.get(path.slice(0, length));
    if (node !== undefined) return node;
  }
  return undefined;
};

/** @param tree a root key, or what `cutItem` left of one. @returns `undefined` when the item was cut. */
export const itemKey = (tree: Uint8Array, item: string): Uint8Array | undefined => {
  const path = pathOf(item);
  const node = nodeAbove(tree, path);
  if (node === undefined) return undefined;
  let { key } = node;
  for (let depth = node.path.length; depth < DIGITS; depth++) key = child(key, path.charAt(depth));
  return Buffer.from(key, 'hex');
};

/** The tree without one item: no key can be made of it that opens what was encrypted for the item. */
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
