import { randomBytes } from 'node:crypto';
import type { KeyStore } from '@quorum/contracts/ports/key-store.ts';
import { KEY_BYTES } from './data-key.ts';

/** Keys that end with the process: for tests and measurements. */
export class MemoryKeyStore implements KeyStore {
  readonly #keys = new Map<string, Uint8Array | null>();
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
  }

  async ping(): Promise<void> {}

  async close(): Promise<void> {}
}
