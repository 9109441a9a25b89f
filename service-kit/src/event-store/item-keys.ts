import { hash } from 'node:crypto';
import { KEY_BYTES } from './master-keys.ts';

/**
 * Derives keys for any number of items from one root key, such that one item's key can be destroyed while all others remain. This
 * is a puncturable pseudorandom function: a tree in which the children of a node are hashes of it (Goldreich, Goldwasser,
 * Micali). An item is the leaf addressed by the digits of its hash. Cutting an item drops the nodes on its path and keeps their
 * siblings.
 *
 * The rest is stored in two kinds of documents, so that none grows without end. The root document holds the tree down to
 * `BRANCH_DIGITS`, so at most 4,096 nodes (168 kB). A branch document holds what remains below one of those nodes, and exists
 * once something below it was cut. An item's key also depends on a secret in the root document: without it, branches are worth
 * nothing.
 */
const DIGITS = 16;
const BRANCH_DIGITS = 3;
const ALL_DIGITS = '0123456789abcdef';

/** First byte of a document. Before the first cut it is the bare key, which is shorter than any document. */
const FORMAT = 1;
const HEADER_BYTES = 1 + KEY_BYTES;
/** A stored node: the number of digits in its path, the digits (two per byte, padded), and its key. */
const PATH_BYTES = 1 + DIGITS / 2;
const NODE_BYTES = PATH_BYTES + KEY_BYTES;

/** Secret and keys as hex, the fastest format to get from a digest. Nodes by path. */
type Tree = { readonly secret: string; readonly nodes: ReadonlyMap<string, string> };

/** The stored documents that an item's key depends on. */
export type ItemDocuments = { readonly root: Uint8Array; readonly branch: Uint8Array | undefined };

const child = (key: string, digit: string): string => hash('sha256', key + digit);

/** With 2^64 leaves, a million items of one root collide with a chance of less than one in 30 million. */
const pathOf = (item: string): string => hash('sha256', item).slice(0, DIGITS);

/** Names the branch document of an item, among those of its root. */
export const branchOf = (item: string): string => pathOf(item).slice(0, BRANCH_DIGITS);

const EMPTY: Tree = { secret: '00'.repeat(KEY_BYTES), nodes: new Map() };

/** Parsed documents, by their stored bytes: parsing thousands of nodes for every event would be slow. */
const parsed = new WeakMap<Uint8Array, Tree>();

const parse = (document: Uint8Array): Tree => {
  const bytes = Buffer.from(document.buffer, document.byteOffset, document.byteLength);
  if (bytes.length === KEY_BYTES) {
    const key = bytes.toString('hex');
    return { secret: child(key, 'secret'), nodes: new Map([['', child(key, 'tree')]]) };
  }
  if (bytes[0] !== FORMAT) throw new Error('a key document has an unknown format');
  const nodes = new Map<string, string>();
  for (let at = HEADER_BYTES; at < bytes.length; at += NODE_BYTES) {
    const path = bytes.toString('hex', at + 1, at + PATH_BYTES).slice(0, bytes[at]);
    nodes.set(path, bytes.toString('hex', at + PATH_BYTES, at + NODE_BYTES));
  }
  return { secret: bytes.toString('hex', 1, HEADER_BYTES), nodes };
};

const treeOf = (document: Uint8Array): Tree => {
  const known = parsed.get(document);
  if (known !== undefined) return known;
  const tree = parse(document);
  parsed.set(document, tree);
  return tree;
};

/** A branch document is created as a bare key, which means nothing until the first cut replaces it. */
const branchTree = (branch: Uint8Array | undefined): Tree =>
  branch === undefined || branch.length === KEY_BYTES ? EMPTY : treeOf(branch);

const nodeAbove = ({ nodes }: Tree, path: string): string | undefined => {
  for (let length = 0; length <= path.length; length++)
    if (nodes.has(path.slice(0, length))) return path.slice(0, length);
  return undefined;
};

/** The key of the node at `path`; `undefined` if it was cut. */
const keyAt = (tree: Tree, path: string): string | undefined => {
  const above = nodeAbove(tree, path);
  if (above === undefined) return undefined;
  let key = tree.nodes.get(above) as string;
  for (let depth = above.length; depth < path.length; depth++) key = child(key, path.charAt(depth));
  return key;
};

/** Whether the item's key depends on its branch document. */
export const needsBranch = (root: Uint8Array, item: string): boolean =>
  root.length !== KEY_BYTES && nodeAbove(treeOf(root), branchOf(item)) === undefined;

/** @returns `undefined` if the item was cut. */
export const itemKey = ({ root, branch }: ItemDocuments, item: string): Uint8Array | undefined => {
  const path = pathOf(item);
  const tree = treeOf(root);
  const leaf = keyAt(needsBranch(root, item) ? branchTree(branch) : tree, path);
  return leaf === undefined ? undefined : hash('sha256', tree.secret + leaf, 'buffer');
};

/** Whether the item was not cut. Costs far less than its key. */
export const hasItem = ({ root, branch }: ItemDocuments, item: string): boolean =>
  !needsBranch(root, item) || nodeAbove(branchTree(branch), pathOf(item)) !== undefined;

/** The tree without the node at `path`, and without all nodes on the way there. */
const cut = (tree: Tree, path: string): Tree => {
  const above = nodeAbove(tree, path);
  if (above === undefined) return tree;
  const nodes = new Map(tree.nodes);
  let key = nodes.get(above) as string;
  nodes.delete(above);
  for (let depth = above.length; depth < path.length; depth++) {
    const onward = path.charAt(depth);
    for (const digit of ALL_DIGITS) if (digit !== onward) nodes.set(path.slice(0, depth) + digit, child(key, digit));
    key = child(key, onward);
  }
  return { secret: tree.secret, nodes };
};

/** The root document without the item's branch. Store what remains of the branch in its own document first. */
export const cutBranch = (root: Uint8Array, item: string): Uint8Array =>
  needsBranch(root, item) ? root : documentOf(cut(treeOf(root), branchOf(item)));

/** The branch document without the item. No key derived from it opens what was encrypted for the item. */
export const cutItem = ({ root, branch }: ItemDocuments, item: string): Uint8Array => {
  const top = branchOf(item);
  const present = branchTree(branch);
  const key = present === EMPTY ? keyAt(treeOf(root), top) : undefined;
  return documentOf(cut(key === undefined ? present : { ...EMPTY, nodes: new Map([[top, key]]) }, pathOf(item)));
};

const documentOf = ({ secret, nodes }: Tree): Buffer => {
  const bytes = Buffer.alloc(HEADER_BYTES + nodes.size * NODE_BYTES);
  bytes[0] = FORMAT;
  bytes.write(secret, 1, 'hex');
  let at = HEADER_BYTES;
  for (const [path, key] of nodes) {
    bytes[at] = path.length;
    bytes.write(path.padEnd(DIGITS, '0'), at + 1, 'hex');
    bytes.write(key, at + PATH_BYTES, 'hex');
    at += NODE_BYTES;
  }
  return bytes;
};
