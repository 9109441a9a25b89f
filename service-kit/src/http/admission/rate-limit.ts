import { RecentlyUsed } from '../../recently-used.ts';

/** One token bucket per caller, in memory. It protects the process; limits that must survive restarts are decided from events. */
export class RateLimit {
  readonly #buckets: RecentlyUsed<string, { tokens: number; at: number }>;
  readonly #perSecond: number;
  readonly #burst: number;

  /** @param perSecond sustained requests per second. @param burst requests allowed at once. @param most callers tracked. */
  constructor(perSecond: number, burst: number, most = 50_000) {
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#buckets = new RecentlyUsed(most);
  }

  /** @param now milliseconds. @param cost weight of the request. @returns 0 if allowed, else the whole seconds to wait. */
  take(caller: string, now: number, cost = 1): number {
    const bucket = this.#buckets.get(caller) ?? { tokens: this.#burst, at: now };
    bucket.tokens = Math.min(this.#burst, bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond);
    bucket.at = now;
    this.#buckets.set(caller, bucket);
    const needed = Math.min(cost, this.#burst);
    if (bucket.tokens < needed) return Math.max(1, Math.ceil((needed - bucket.tokens) / this.#perSecond));
    bucket.tokens -= needed;
    return 0;
  }

  /** Whether the caller would have to wait. Takes no token. */
  isSpent(caller: string, now: number): boolean {
    const bucket = this.#buckets.peek(caller);
    return bucket !== undefined && bucket.tokens + ((now - bucket.at) / 1000) * this.#perSecond < 1;
  }
}
