import { type Refusal, refuse } from '@quorum/contracts/wire/refusals.ts';

type Known<T> = { readonly digest: string; readonly outcome: Promise<T>; at: number };

/**
 * Remembers the answers of recent commands by their identity, so that a repeat, also a concurrent one, gets the same answer
 * without running again. It is an accelerator: after a crash the log itself knows which commands took effect.
 */
export class Repeats {
  readonly #known = new Map<string, Known<unknown>>();
  readonly #lifetime: number;
  readonly #most: number;

  /** @param lifetime milliseconds. @param most answers kept. */
  constructor(lifetime = 600_000, most = 20_000) {
    this.#lifetime = lifetime;
    this.#most = most;
  }

  /** Runs a command once per identity. `keep` says which outcomes a repeat shall get; others let it run again. */
  async once<T>(
    commandId: string,
    digest: string,
    now: number,
    run: () => Promise<T>,
    keep: (outcome: T) => boolean,
  ): Promise<T | Refusal> {
    const known = this.#known.get(commandId);
    if (known !== undefined && now - known.at < this.#lifetime) {
      return known.digest === digest ? (known.outcome as Promise<T>) : refuse('request/idempotency-key-reused');
    }
    const outcome = run();
    this.#known.set(commandId, { digest, outcome, at: now });
    this.#forgetOld(now);
    try {
      const settled = await outcome;
      if (!keep(settled)) this.#known.delete(commandId);
      return settled;
    } catch (error) {
      this.#known.delete(commandId);
      throw error;
    }
  }

  #forgetOld(now: number): void {
    for (const [id, known] of this.#known) {
      if (this.#known.size <= this.#most && now - known.at < this.#lifetime) return;
      this.#known.delete(id);
    }
  }
}
