import { LRUCache } from 'lru-cache';

type LookUp<T> = (token: string) => Promise<T | undefined>;

/** Pending token look-ups per address; more are refused. */
const MAX_WAITING = 500;
/** Recently found tokens, which skip the queue. */
const CACHE_SIZE = 10_000;

/**
 * Finds the owner of a token. For an address that has spent its rate limit, tokens are looked up one at a time. A flood of
 * invented tokens then costs one read at a time, and recently found tokens do not wait behind it.
 */
export class TokenLookups<T> {
  readonly #lookUp: LookUp<T>;
  readonly #found = new LRUCache<string, true>({ max: CACHE_SIZE });
  readonly #waiting = new Map<string, { last: Promise<unknown>; count: number }>();

  constructor(lookUp: LookUp<T>) {
    this.#lookUp = lookUp;
  }

  /** @param isSpent whether the address has used up its rate limit. @returns `busy` if too many are waiting. */
  async find(token: string, address: string, isSpent: boolean): Promise<T | undefined | 'busy'> {
    if (!isSpent || this.#found.has(token)) return this.#look(token);
    const queue = this.#waiting.get(address) ?? { last: Promise.resolve(), count: 0 };
    if (queue.count >= MAX_WAITING) return 'busy';
    queue.count += 1;
    this.#waiting.set(address, queue);
    const found = queue.last.then(() => this.#look(token));
    queue.last = found.catch(() => {});
    try {
      return await found;
    } finally {
      queue.count -= 1;
      if (queue.count === 0) this.#waiting.delete(address);
    }
  }

  async #look(token: string): Promise<T | undefined> {
    const found = await this.#lookUp(token);
    if (found === undefined) this.#found.delete(token);
    else this.#found.set(token, true);
    return found;
  }
}
