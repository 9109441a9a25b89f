import type { Actor } from './call.ts';

type Authenticate = (token: string) => Promise<Actor | undefined>;

/** Tokens of one address that may wait to be looked up; what comes beyond that is not answered. */
const MOST_WAITING = 500;

/**
 * Looks up whose token it is. At an address whose allowance is spent, tokens are looked up one after another: a flood of invented ones
 * costs the store one read at a time, and whoever is signed in there is still found.
 */
export class TokenLookups {
  readonly #authenticate: Authenticate;
  readonly #waiting = new Map<string, { last: Promise<unknown>; count: number }>();

  constructor(authenticate: Authenticate) {
    this.#authenticate = authenticate;
  }

  /** @param isSpent whether the address has no allowance left. @returns `busy` when too many wait already. */
  async find(token: string, address: string, isSpent: boolean): Promise<Actor | undefined | 'busy'> {
    if (!isSpent) return this.#authenticate(token);
    const queue = this.#waiting.get(address) ?? { last: Promise.resolve(), count: 0 };
    if (queue.count >= MOST_WAITING) return 'busy';
    queue.count += 1;
    this.#waiting.set(address, queue);
    const found = queue.last.then(() => this.#authenticate(token));
    queue.last = found.catch(() => {});
    try {
      return await found;
    } finally {
      queue.count -= 1;
      if (queue.count === 0) this.#waiting.delete(address);
    }
  }
}
