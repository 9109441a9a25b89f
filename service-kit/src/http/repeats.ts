import { createHash, randomUUID } from 'node:crypto';
import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { headers, type Route } from '@quorum/contracts/kernel/route.ts';
import type { RouteName } from '@quorum/contracts/routes.ts';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { roughSize } from '../rough-size.ts';
import type { Actor } from './call.ts';

/** The identity by which repeats of a command are recognized. */
export type CommandIdentity = {
  /** Equal for repeats by one caller with the same `Idempotency-Key`, otherwise random. */
  readonly commandId: string;
  /** The `Idempotency-Key` itself, which is never stored; `undefined` without one. */
  readonly repeatKey: string | undefined;
  /** Distinguishes a repeat from a reused key; `undefined` without a key. @param more input that is not in the body. */
  readonly digest: (...more: readonly string[]) => string | undefined;
};

const digestOf = (...parts: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64url').slice(0, 27);
};

type Named = {
  readonly name: RouteName;
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
  readonly actor: Actor | undefined;
};

export const commandIdentity = (
  context: Context,
  { name, route, params, actor }: Named,
  body: unknown,
): CommandIdentity => {
  const key = route.method === 'GET' ? '' : context.get(headers.idempotencyKey);
  if (key === '') return { commandId: randomUUID(), repeatKey: undefined, digest: () => undefined };
  // Such as which dates of a series are deleted.
  const asked = context.querystring === '' ? [] : [context.querystring];
  return {
    repeatKey: key,
    commandId: digestOf(actor?.userId ?? `anonymous:${name}`, key),
    digest: (...more) => digestOf(name, JSON.stringify(params), JSON.stringify(body ?? null), ...asked, ...more),
  };
};

type Known = {
  readonly digest: string;
  readonly outcome: Promise<unknown>;
  /** Generation of the keys before the command began. */
  readonly generation: Promise<number>;
  readonly at: number;
  readonly size: number;
};

/** A command's id, and a digest of its content. `now` in milliseconds. */
type Identity = { readonly commandId: string; readonly digest: string; readonly now: number };

/** Bytes of answers kept. */
const MAX_BYTES = 8 * 2 ** 20;
/** Bytes assumed for an entry until its answer is known. */
const PENDING_SIZE = 1000;

/**
 * Remembers the answers of recent commands by their identity, so that a repeat, even a concurrent one, gets the same answer
 * without running again. This is only a cache: after a crash, the log knows which commands took effect.
 */
export class Repeats {
  readonly #known: LRUCache<string, Known>;
  readonly #lifetime: number;
  readonly #generation: () => Promise<number>;

  /**
   * @param generation changes whenever a key is destroyed, see `KeyStore`. An answer may contain text that was erased since, so
   * it is used only while the generation is unchanged. Other repeats are answered from the log.
   * @param lifetime milliseconds. @param max bytes of answers.
   */
  constructor(generation: () => Promise<number>, lifetime = 30_000, max = MAX_BYTES) {
    this.#generation = generation;
    this.#lifetime = lifetime;
    this.#known = new LRUCache({ maxSize: max, sizeCalculation: ({ size }) => size });
  }

  /** Runs a command once per identity. `keep` says which outcomes are returned to a repeat; after others it runs again. */
  async once<T>(identity: Identity, run: () => Promise<T>, keep: (outcome: T) => boolean): Promise<T | Refusal> {
    for (let known = this.#find(identity); known !== undefined; known = this.#find(identity)) {
      if (known.digest !== identity.digest) return refuse('request/idempotency-key-reused');
      const outcome = (await known.outcome) as T;
      if ((await known.generation) === (await this.#generation())) return outcome;
      // If several callers find it outdated, the first runs again and the others wait for it.
      this.#forget(identity, known);
    }
    return this.#run(identity, run, keep);
  }

  /** Does not count as use, so that the oldest entry is evicted first. */
  #find({ commandId, now }: Identity): Known | undefined {
    const known = this.#known.peek(commandId);
    return known !== undefined && now - known.at < this.#lifetime ? known : undefined;
  }

  async #run<T>(identity: Identity, run: () => Promise<T>, keep: (outcome: T) => boolean): Promise<T> {
    const { commandId, digest, now } = identity;
    const generation = this.#generation();
    const outcome = generation.then(run);
    const started: Known = { digest, outcome, generation, at: now, size: PENDING_SIZE };
    this.#known.set(commandId, started);
    this.#forgetOld(now);
    try {
      const settled = await outcome;
      if (!keep(settled)) this.#forget(identity, started);
      else if (this.#isLatest(identity, started))
        this.#known.set(commandId, { ...started, size: PENDING_SIZE + roughSize(settled) });
      return settled;
    } catch (error) {
      this.#forget(identity, started);
      throw error;
    }
  }

  /** Whether no other run of the command has taken its place. */
  #isLatest({ commandId }: Identity, { outcome }: Known): boolean {
    return this.#known.peek(commandId)?.outcome === outcome;
  }

  #forget(identity: Identity, known: Known): void {
    if (this.#isLatest(identity, known)) this.#known.delete(identity.commandId);
  }

  #forgetOld(now: number): void {
    for (const id of this.#known.rkeys()) {
      const known = this.#known.peek(id);
      if (known !== undefined && now - known.at < this.#lifetime) return;
      this.#known.delete(id);
    }
  }
}
