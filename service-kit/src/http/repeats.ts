import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import { LRUCache } from 'lru-cache';
import { roughSize } from '../rough-size.ts';

type Known = {
  readonly digest: string;
  readonly outcome: Promise<unknown>;
  readonly at: number;
  readonly size: number;
};

/** A command by its id, and what it asks for by a digest. `now` in milliseconds. */
type Identity = { readonly commandId: string; readonly digest: string; readonly now: number };

/** Bytes of answers that are remembered. */
const MOST = 32 * 2 ** 20;
/** Bytes that an entry is taken to have before its answer is known. */
const UNDER_WAY = 1000;

/**
 * Remembers the answers of recent commands by their identity, so that a repeat, also a concurrent one, gets the same answer
 * without running again. It is an accelerator: after a crash the log itself knows which commands took effect.
 */
export class Repeats {
  readonly #known: LRUCache<string, Known>;
  readonly #lifetime: number;

  /**
   * @param lifetime milliseconds. An answer may hold what somebody else wrote and has erased since, so it is kept for a short
   * time only; later repeats are answered from the log. @param most bytes of answers.
   */
  constructor(lifetime = 30_000, most = MOST) {
    this.#lifetime = lifetime;
    this.#known = new LRUCache({ maxSize: most, sizeCalculation: ({ size }) => size });
  }

  /** Runs a command once per identity. `keep` says which outcomes a repeat shall get; others let it run again. */
  async once<T>(
    { commandId, digest, now }: Identity,
    run: () => Promise<T>,
    keep: (outcome: T) => boolean,
  ): Promise<T | Refusal> {
    // Looking does not make it younger, so that what is oldest is first to go.
    const known = this.#known.peek(commandId);
    if (known !== undefined && now - known.at < this.#lifetime) {
      return known.digest === digest ? (known.outcome as Promise<T>) : refuse('request/idempotency-key-reused');
    }
    const outcome = run();
    this.#known.set(commandId, { digest, outcome, at: now, size: UNDER_WAY });
    this.#forgetOld(now);
    try {
      const settled = await outcome;
      if (keep(settled)) {
        this.#known.set(commandId, { digest, outcome, at: now, size: UNDER_WAY + roughSize(settled) });
      } else this.#known.delete(commandId);
      return settled;
    } catch (error) {
      this.#known.delete(commandId);
      throw error;
    }
  }

  #forgetOld(now: number): void {
    for (const id of this.#known.rkeys()) {
      const known = this.#known.peek(id);
      if (known !== undefined && now - known.at < this.#lifetime) return;
      this.#known.delete(id);
    }
  }
}
