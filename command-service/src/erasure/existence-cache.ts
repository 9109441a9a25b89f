import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';

/**
 * Caches what is known to exist, for a reader of the log. Something that existed when it was looked up still exists until its
 * deletion is read, and the deletion is read before anything written after it.
 */
export class ExistenceCache {
  /** False for what was deleted: a look-up that began earlier may still find it. */
  readonly #known: RecentlyUsed<string, boolean>;
  /** Counts clearings, so that a look-up in flight during one is not cached. */
  #clearings = 0;

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
    const before = this.#clearings;
    const isThere = await look();
    if (isThere && before === this.#clearings && this.#known.get(id) === undefined) this.#known.set(id, true);
    return isThere;
  }

  /** Its deletion was read. */
  end(id: string): void {
    this.#known.set(id, false);
  }

  /** Another process may have read deletions in between. */
  clear(): void {
    this.#clearings += 1;
    this.#known.clear();
  }
}
