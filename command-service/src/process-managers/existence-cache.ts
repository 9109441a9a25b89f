import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';

/** The most that are remembered. */
const REMEMBERED = 20_000;

/**
 * Who is known to be there, for somebody who is handed the events of a log in its order: what was there when it was looked up is there
 * until its end comes by, and that comes before whatever was written after it.
 */
export class ExistenceCache {
  readonly #known = new RecentlyUsed<string, true>(REMEMBERED);
  /** Counts the ends that came by, so that a look-up that was under way meanwhile is not believed. */
  #ends = 0;

  has(id: string): boolean {
    return this.#known.get(id) === true;
  }

  /** @param look whether it is there, as of now. */
  async find(id: string, look: () => Promise<boolean>): Promise<boolean> {
    if (this.has(id)) return true;
    const before = this.#ends;
    const isThere = await look();
    if (isThere && before === this.#ends) this.#known.set(id, true);
    return isThere;
  }

  /** Its end came by. */
  end(id: string): void {
    this.#ends += 1;
    this.#known.delete(id);
  }

  /** Others may have seen ends meanwhile. */
  clear(): void {
    this.#ends += 1;
    this.#known.clear();
  }
}
