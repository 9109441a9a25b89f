import { RecentlyUsed } from '../../recently-used.ts';

/** Seconds in which every debt is paid. */
const SECONDS_OWED = 30;

type Bucket = { tokens: number; at: number };

/** One token bucket per caller, in memory. It protects the process; limits that must survive restarts are decided from events. */
export class RateLimit {
  readonly #buckets: RecentlyUsed<string, Bucket>;
  readonly #perSecond: number;
  readonly #burst: number;

  /** @param perSecond sustained requests per second. @param burst requests allowed at once. @param max callers tracked. */
  constructor(perSecond: number, burst: number, max = 50_000) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#buckets = new RecentlyUsed(max);
  }

  /** @param now milliseconds. @param cost weight of the request. @returns 0 if allowed, else the whole seconds to wait. */
  take(caller: string, now: number, cost = 1): number {
    const bucket = this.#buckets.get(caller) ?? { tokens: this.#burst, at: now };
    bucket.tokens = this.#tokensIn(bucket, now);
    bucket.at = now;
    this.#buckets.set(caller, bucket);
    const needed = Math.min(cost, this.#burst);
    if (bucket.tokens < needed) return Math.max(1, Math.ceil((needed - bucket.tokens) / this.#perSecond));
    bucket.tokens -= needed;
    return 0;
  }

  /**
   * Takes the cost of what was already done. The caller may owe much more than a burst, because one call can take seconds.
   * @param now milliseconds.
   */
  charge(caller: string, now: number, cost: number): void {
    const known = this.#buckets.get(caller) ?? { tokens: this.#burst, at: now };
    const tokens = Math.max(-this.#perSecond * SECONDS_OWED, this.#tokensIn(known, now) - cost);
    this.#buckets.set(caller, { tokens, at: now });
  }

  /** Whether the caller would have to wait. Takes no token. */
  isSpent(caller: string, now: number): boolean {
    return this.#tokensOf(caller, now) < 1;
  }

  /** Whether the caller was charged more than there was. */
  isOwing(caller: string, now: number): boolean {
    return this.#tokensOf(caller, now) < 0;
  }

  /** Whether less than half of a burst is left. */
  isHalfSpent(caller: string, now: number): boolean {
    return this.#tokensOf(caller, now) < this.#burst / 2;
  }

  #tokensOf(caller: string, now: number): number {
    const bucket = this.#buckets.peek(caller);
    return bucket === undefined ? this.#burst : this.#tokensIn(bucket, now);
  }

  /** A clock that is set back takes no tokens away: callers would be refused for as long as it was ahead. */
  #tokensIn({ tokens, at }: Bucket, now: number): number {
    const seconds = Math.max(0, now - at) / 1000;
    return Math.min(this.#burst, tokens + seconds * this.#perSecond);
  }
}
