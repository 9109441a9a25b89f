import type { SubjectKeys } from '../ports/key-store.ts';
import type { AsOf, CachingKeyStore } from './caching-key-store.ts';
import { branchOf, cutBranch, cutItem, hasItem, type ItemDocuments, itemKey, needsBranch } from './item-keys.ts';

/** Separates the root key's subject from the item, see `writingSubject`. */
const BETWEEN = '/';

export const partsOf = (subject: string): { readonly root: string; readonly item: string | undefined } => {
  const at = subject.indexOf(BETWEEN);
  return at < 0 ? { root: subject, item: undefined } : { root: subject.slice(0, at), item: subject.slice(at + 1) };
};

type Keys = ReadonlyMap<string, Uint8Array>;

const NO_KEYS: Keys = new Map();

/** The subject of the document that an item's key moves to once a neighbor in the tree was cut, see `item-keys.ts`. */
const branchSubject = (root: string, item: string): string => `${root}#${branchOf(item)}`;

/**
 * Gives items keys of their own without storing them: they are derived from their subject's root key. Destroying an item's key
 * replaces the stored documents by versions from which that key cannot be derived. Destroying the root key destroys all.
 */
export class ItemKeyStore implements SubjectKeys {
  readonly #inner: CachingKeyStore;

  constructor(inner: CachingKeyStore) {
    this.#inner = inner;
  }

  async obtain(subject: string): Promise<Uint8Array | null> {
    const { root, item } = partsOf(subject);
    const key = await this.#inner.obtain(root);
    if (key === null || item === undefined) return key;
    const branch = branchSubject(root, item);
    const branches = needsBranch(key, item) ? await this.#inner.find([branch]) : NO_KEYS;
    return itemKey({ root: key, branch: branches.get(branch) }, item) ?? null;
  }

  async find(subjects: readonly string[]): Promise<Keys> {
    const documents = await documentsOf(subjects, (wanted) => this.#inner.find(wanted));
    const found = new Map<string, Uint8Array>();
    for (const subject of subjects) {
      const { item } = partsOf(subject);
      const stored = documents(subject);
      const key = stored === undefined || item === undefined ? stored?.root : itemKey(stored, item);
      if (key !== undefined) found.set(subject, key);
    }
    return found;
  }

  /** Those of the subjects that have a key, without deriving it. */
  async withKeys(subjects: readonly string[], asOf: AsOf): Promise<ReadonlySet<string>> {
    const documents = await documentsOf(subjects, (wanted) => this.#inner.find(wanted, asOf));
    return new Set(
      subjects.filter((subject) => {
        const { item } = partsOf(subject);
        const stored = documents(subject);
        return stored !== undefined && (item === undefined || hasItem(stored, item));
      }),
    );
  }

  /** The branch is written first: a crash in between leaves the item as it was, and a repeat completes it. */
  async destroy(subject: string): Promise<void> {
    const { root, item } = partsOf(subject);
    if (item === undefined) return this.#inner.destroy(root);
    const key = await this.#inner.obtain(root);
    if (key === null) return;
    const branch = branchSubject(root, item);
    await this.#inner.obtain(branch);
    await this.#inner.replace(branch, (present) => cutItem({ root: key, branch: present }, item));
    if (!needsBranch(key, item)) await this.#inner.replace(root, (present) => cutBranch(present, item));
  }

  generation(): Promise<number> {
    return this.#inner.generation();
  }
}

/** Looks up the root documents, and then the branch documents that those lead to. */
const documentsOf = async (
  subjects: readonly string[],
  find: (subjects: readonly string[]) => Promise<Keys>,
): Promise<(subject: string) => ItemDocuments | undefined> => {
  const roots = await find([...new Set(subjects.map((subject) => partsOf(subject).root))]);
  const branchFor = (subject: string): string | undefined => {
    const { root, item } = partsOf(subject);
    const key = roots.get(root);
    return key !== undefined && item !== undefined && needsBranch(key, item) ? branchSubject(root, item) : undefined;
  };
  const wanted = new Set(subjects.map(branchFor).filter((branch) => branch !== undefined));
  const branches = wanted.size === 0 ? NO_KEYS : await find([...wanted]);
  return (subject) => {
    const root = roots.get(partsOf(subject).root);
    return root && { root, branch: branches.get(branchFor(subject) ?? '') };
  };
};
