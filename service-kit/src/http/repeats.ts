import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';
import { LRUCache } from 'lru-cache';
import { roughSize } from '../rough-size.ts';

type Known = {
  readonly digest: string;
  readonly outcome: Promise<unknown>;
  /** Of the keys, from before the command began. */
  readonly generation: Promise<number>;
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
  readonly #generation: () => Promise<number>;

  /**
   * @param generation another one as soon as a key was destroyed, see `KeyStore`. An answer may hold what somebody wrote and has
   * erased since, so it is given out only while no key is gone; other repeats are answered from the log.
   * @param lifetime milliseconds. @param most bytes of answers.
   */
  constructor(generation: () => Promise<number>, lifetime = 30_000, most = MOST) {
    this.#generation = generation;
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
    for (;;) {
      const known = this.#known.peek(commandId);
      if (known === undefined || now - known.at >= this.#lifetime) break;
      if (known.digest !== digest) return refuse('request/idempotency-key-reused');
      const outcome = (await known.outcome) as T;
      if ((await known.generation) === (await this.#generation())) return outcome;
      // Of several that find it outdated, the first runs again and the others wait for it.
      if (this.#known.peek(commandId)?.outcome === known.outcome) this.#known.delete(commandId);
    }
    const generation = this.#generation();
    const outcome = generation.then(run);
    const begun = { digest, outcome, generation, at: now };
    this.#known.set(commandId, { ...begun, size: UNDER_WAY });
    this.#forgetOld(now);
    const isLatest = (): boolean => this.#known.peek(commandId)?.outcome === outcome;
    try {
      const settled = await outcome;
      if (keep(settled)) {
        if (isLatest()) this.#known.set(commandId, { ...begun, size: UNDER_WAY + roughSize(settled) });
      } else if (isLatest()) this.#known.delete(commandId);
      return settled;
    } catch (error) {
      if (isLatest()) this.#known.delete(commandId);
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
