import { type Clock, systemClock } from '../ports/clock.ts';
import type { KeyStore } from '../ports/key-store.ts';
import { RecentlyUsed } from '../recently-used.ts';
import { freshSingleFlight, oncePerTurn } from '../single-flight.ts';

/** `key` is null for a subject without a key. `generation` was read before the key. `until` in milliseconds since 1970. */
type Entry = { readonly key: Uint8Array | null; readonly generation: number; readonly until: number };

/**
 * When a key must still have existed: at the call, or at the last `current`, which asks the store nothing. Before the first `current`, all
 * calls of one turn of the event loop share one read; nothing that another process did in that time can have reached them.
 */
export type AsOf = 'now' | 'current';

const NO_KEYS: ReadonlyMap<string, Uint8Array> = new Map();

/**
 * How long a key is cached, in milliseconds. This bounds the use of a key destroyed by a process that died before it raised the
 * generation.
 */
const CACHE_TTL_MS = 30_000;

export type CachingKeyStoreOptions = {
  readonly clock?: Clock;
  readonly capacity?: number;
};

/**
 * Caches keys, and uses one only while the store's generation is unchanged, so that nothing is read or written with a key that
 * another process destroyed. Everything that destroys keys does so through this object, which drops the key at once.
 *
 * The generation counts for all keys, so that a change of one empties the caches of all processes. That costs little: a key stays
 * 30 s at most anyway, and 10,000 changes a day are one in 9 s.
 */
export class CachingKeyStore implements KeyStore {
  readonly #inner: KeyStore;
  readonly #clock: Clock;
  readonly #entries: RecentlyUsed<string, Entry>;
  readonly generation: () => Promise<number>;
  readonly #generationOfTurn: () => Promise<number>;
  /** As of the last `current`, or of this turn before the first. */
  #currentGeneration: () => number | Promise<number>;
  /** Counts invalidations, so that a read that was in flight during one is not cached. */
  #forgotten = 0;

  constructor(inner: KeyStore, { clock = systemClock, capacity = 50_000 }: CachingKeyStoreOptions = {}) {
    this.#inner = inner;
    this.#clock = clock;
    this.#entries = new RecentlyUsed(capacity);
    this.generation = freshSingleFlight(() => inner.generation());
    this.#generationOfTurn = oncePerTurn(this.generation);
    this.#currentGeneration = this.#generationOfTurn;
  }

  /** As of this turn of the event loop. */
  async obtain(subject: string): Promise<Uint8Array | null> {
    for (;;) {
      const before = this.#forgotten;
      const generation = await this.#generationOfTurn();
      const known = this.#recall([subject], generation).found.get(subject);
      if (known !== undefined) return known;
      const key = await this.#inner.obtain(subject);
      if (before === this.#forgotten) return this.#remember(subject, key, generation);
    }
  }

  async find(subjects: readonly string[], asOf: AsOf = 'now'): Promise<ReadonlyMap<string, Uint8Array>> {
    if (subjects.length === 0) return NO_KEYS;
    if (asOf === 'current') {
      const { found, unknown } = this.#recall(subjects, await this.#currentGeneration());
      if (unknown.length === 0) return found;
    }
    for (;;) {
      const generation = await this.generation();
      const { found, unknown } = this.#recall(subjects, generation);
      if (unknown.length === 0 || (await this.#fetch(unknown, generation, found))) return found;
    }
  }

  /** Resolves once `find` as of `current` notices every key that any process destroyed before the call. */
  async current(): Promise<void> {
    const generation = await this.generation();
    this.#currentGeneration = () => generation;
  }

  async destroy(subject: string): Promise<void> {
    this.#drop(subject);
    await this.#inner.destroy(subject);
    // Again, because it may have been fetched while it was being destroyed.
    this.#drop(subject);
  }

  async replace(subject: string, next: (key: Uint8Array) => Uint8Array): Promise<void> {
    this.#drop(subject);
    await this.#inner.replace(subject, next);
    this.#drop(subject);
  }

  #drop(subject: string): void {
    this.#forgotten += 1;
    this.#entries.delete(subject);
  }

  async forget(subject: string, key: Uint8Array): Promise<void> {
    this.#drop(subject);
    await this.#inner.forget(subject, key);
    this.#drop(subject);
  }

  subjects(limit: number): Promise<readonly string[]> {
    return this.#inner.subjects(limit);
  }

  ping(): Promise<void> {
    return this.#inner.ping();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** @returns false if a key was dropped since, so the result must not be used. */
  async #fetch(subjects: readonly string[], generation: number, into: Map<string, Uint8Array>): Promise<boolean> {
    const before = this.#forgotten;
    const fetched = await this.#inner.find(subjects);
    if (before !== this.#forgotten) return false;
    for (const subject of subjects) {
      const key = this.#remember(subject, fetched.get(subject) ?? null, generation);
      if (key !== null) into.set(subject, key);
    }
    return true;
  }

  #recall(subjects: readonly string[], generation: number) {
    const now = this.#clock.now();
    const found = new Map<string, Uint8Array>();
    const unknown: string[] = [];
    for (const subject of subjects) {
      const entry = this.#entries.get(subject);
      if (entry === undefined || entry.until <= now || entry.generation !== generation) unknown.push(subject);
      else if (entry.key !== null) found.set(subject, entry.key);
    }
    return { found, unknown };
  }

  /** @returns the same object for the same key, because derived values are cached by it. */
  #remember(subject: string, key: Uint8Array | null, generation: number): Uint8Array | null {
    const known = this.#entries.get(subject)?.key;
    const kept = known && key && Buffer.compare(known, key) === 0 ? known : key;
    this.#entries.set(subject, { key: kept, generation, until: this.#clock.now() + CACHE_TTL_MS });
    return kept;
  }
}
