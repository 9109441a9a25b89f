import { randomBytes } from 'node:crypto';
import { KEY_BYTES } from '../event-store/master-keys.ts';
import type { KeyStore } from '../ports/key-store.ts';

/** An in-memory key store for tests and benchmarks. */
export class MemoryKeyStore implements KeyStore {
  readonly #keys = new Map<string, Uint8Array | null>();
  #generation = 0;
  readonly #newKey: (subject: string) => Uint8Array;

  constructor(newKey: (subject: string) => Uint8Array = () => randomBytes(KEY_BYTES)) {
    this.#newKey = newKey;
  }

  async obtain(subject: string): Promise<Uint8Array | null> {
    if (!this.#keys.has(subject)) this.#keys.set(subject, this.#newKey(subject));
    return this.#keys.get(subject) ?? null;
  }

  async find(subjects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    for (const subject of subjects) {
      const key = this.#keys.get(subject);
      if (key) found.set(subject, key);
    }
    return found;
  }

  async destroy(subject: string): Promise<void> {
    this.#keys.set(subject, null);
    this.#generation += 1;
  }

  async forget(subject: string, key: Uint8Array): Promise<void> {
    const known = this.#keys.get(subject);
    if (known && Buffer.from(known).equals(key)) this.#keys.delete(subject);
    this.#generation += 1;
  }

  async subjects(limit: number): Promise<readonly string[]> {
    return [...this.#keys.keys()].slice(0, limit);
  }

  async replace(subject: string, next: (key: Uint8Array) => Uint8Array): Promise<void> {
    const key = this.#keys.get(subject);
    if (key) this.#keys.set(subject, next(key));
    this.#generation += 1;
  }

  async generation(): Promise<number> {
    return this.#generation;
  }

  async ping(): Promise<void> {}

  async close(): Promise<void> {}
}
