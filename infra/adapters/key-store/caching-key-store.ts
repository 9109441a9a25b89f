import { type Clock, systemClock } from '@quorum/contracts/ports/clock.ts';
import type { KeyStore } from '@quorum/contracts/ports/key-store.ts';
import { RecentlyUsed } from '@quorum/contracts/recently-used.ts';

/** `key` is null for a subject that has none (any more). `until` in milliseconds since 1970. */
type Entry = { readonly key: Uint8Array | null; readonly until: number };

export type CachingKeyStoreOptions = {
  readonly clock?: Clock;
  /** Keys remembered. */
  readonly capacity?: number;
  /** How long a key is remembered, milliseconds: so long can another process go on using a destroyed one. */
  readonly timeToLive?: number;
};

/** Remembers keys. A key destroyed through this object is gone from it at once; everything that destroys keys uses it. */
export class CachingKeyStore implements KeyStore {
  readonly #inner: KeyStore;
  readonly #clock: Clock;
  readonly #timeToLive: number;
  readonly #entries: RecentlyUsed<string, Entry>;
  /** Counts what was forgotten, so that an answer that was under way meanwhile is not believed. */
  #forgotten = 0;

  constructor(
    inner: KeyStore,
    { clock = systemClock, capacity = 50_000, timeToLive = 30_000 }: CachingKeyStoreOptions = {},
  ) {
    this.#inner = inner;
    this.#clock = clock;
    this.#timeToLive = timeToLive;
    this.#entries = new RecentlyUsed(capacity);
  }

  async obtain(subject: string): Promise<Uint8Array | null> {
    const cached = this.#entries.get(subject);
    if (cached !== undefined && cached.key !== null && cached.until > this.#clock.now()) return cached.key;
    for (;;) {
      const before = this.#forgotten;
      const key = await this.#inner.obtain(subject);
      if (before !== this.#forgotten) continue;
      this.#remember(subject, key);
      return key;
    }
  }

  async find(subjects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    for (;;) {
      const before = this.#forgotten;
      const now = this.#clock.now();
      const found = new Map<string, Uint8Array>();
      const unknown: string[] = [];
      for (const subject of subjects) {
        const cached = this.#entries.get(subject);
        if (cached === undefined || cached.until <= now) unknown.push(subject);
        else if (cached.key !== null) found.set(subject, cached.key);
      }
      if (unknown.length === 0) return found;
      const fetched = await this.#inner.find(unknown);
      if (before !== this.#forgotten) continue;
      for (const subject of unknown) {
        const key = fetched.get(subject);
        this.#remember(subject, key ?? null);
        if (key !== undefined) found.set(subject, key);
      }
      return found;
    }
  }

  async destroy(subject: string): Promise<void> {
    this.forgetKey(subject);
    await this.#inner.destroy(subject);
    // Once more: it may have been fetched while it was being destroyed.
    this.forgetKey(subject);
  }

  forgetKey(subject: string): void {
    this.#forgotten += 1;
    this.#entries.delete(subject);
  }

  ping(): Promise<void> {
    return this.#inner.ping();
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  #remember(subject: string, key: Uint8Array | null): void {
    this.#entries.set(subject, { key, until: this.#clock.now() + this.#timeToLive });
  }
}
