import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';

/**
 * Caches what is known to exist, for a reader of the log. Something that existed when it was looked up still exists until its
 * deletion is read, and the deletion is read before anything written after it.
 */
export class ExistenceCache {
  readonly #known: RecentlyUsed<string, true>;
  /** Counts deletions, so that a look-up in flight during one is not cached. */
  #ends = 0;

  /** @param capacity maximum number of entries, of 120 bytes each. */
  constructor(capacity: number) {
    this.#known = new RecentlyUsed(capacity);
  }

  has(id: string): boolean {
    return this.#known.get(id) === true;
  }

  /** @param look whether it exists now. */
  async find(id: string, look: () => Promise<boolean>): Promise<boolean> {
    if (this.has(id)) return true;
    const before = this.#ends;
    const isThere = await look();
    if (isThere && before === this.#ends) this.#known.set(id, true);
    return isThere;
  }

  /** Its deletion was read. */
  end(id: string): void {
    this.#ends += 1;
    this.#known.delete(id);
  }

  /** Another process may have read deletions meanwhile. */
  clear(): void {
    this.#ends += 1;
    this.#known.clear();
  }
}
