import type { KeyStore } from '../ports/key-store.ts';
import type { CachingKeyStore } from './caching-key-store.ts';
import { cutItem, hasItem, itemKey } from './item-keys.ts';

/** Separates the root key's subject from the item, see `writingSubject`. */
const BETWEEN = '/';

export const partsOf = (subject: string): { readonly root: string; readonly item: string | undefined } => {
  const at = subject.indexOf(BETWEEN);
  return at < 0 ? { root: subject, item: undefined } : { root: subject.slice(0, at), item: subject.slice(at + 1) };
};

const rootsOf = (subjects: readonly string[]): readonly string[] => [
  ...new Set(subjects.map((subject) => partsOf(subject).root)),
];

/**
 * Gives items keys of their own without storing them: they are derived from their subject's root key. Destroying an item's key
 * replaces the root key by a version from which that key cannot be derived. Destroying the root key destroys all.
 */
export class ItemKeyStore implements KeyStore {
  readonly #inner: CachingKeyStore;

  constructor(inner: CachingKeyStore) {
    this.#inner = inner;
  }

  async obtain(subject: string): Promise<Uint8Array | null> {
    const { root, item } = partsOf(subject);
    const key = await this.#inner.obtain(root);
    return key === null || item === undefined ? key : (itemKey(key, item) ?? null);
  }

  async find(subjects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const roots = await this.#inner.find(rootsOf(subjects));
    const found = new Map<string, Uint8Array>();
    for (const subject of subjects) {
      const { root, item } = partsOf(subject);
      const tree = roots.get(root);
      const key = tree === undefined || item === undefined ? tree : itemKey(tree, item);
      if (key !== undefined) found.set(subject, key);
    }
    return found;
  }

  /** Those of the subjects that have a key, without deriving it; as `CachingKeyStore.recheck`. */
  async withKeys(subjects: readonly string[]): Promise<ReadonlySet<string>> {
    const roots = await this.#inner.recheck(rootsOf(subjects));
    return new Set(
      subjects.filter((subject) => {
        const { root, item } = partsOf(subject);
        const tree = roots.get(root);
        return tree !== undefined && (item === undefined || hasItem(tree, item));
      }),
    );
  }

  async destroy(subject: string): Promise<void> {
    const { root, item } = partsOf(subject);
    if (item === undefined) return this.#inner.destroy(root);
    await this.#inner.obtain(root);
    await this.#inner.replace(root, (tree) => cutItem(tree, item));
  }

  replace(subject: string, next: (key: Uint8Array) => Uint8Array): Promise<void> {
    return this.#inner.replace(subject, next);
  }

  forget(subject: string, key: Uint8Array): Promise<void> {
    return this.#inner.forget(subject, key);
  }

  subjects(limit: number): Promise<readonly string[]> {
    return this.#inner.subjects(limit);
  }

  generation(): Promise<number> {
    return this.#inner.generation();
  }

  /** Call this when the key was destroyed other than through this object. */
  forgetKey(subject: string): void {
    this.#inner.forgetKey(partsOf(subject).root);
  }

  ping(): Promise<void> {
    return this.#inner.ping();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
