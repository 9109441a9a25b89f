import { randomBytes } from 'node:crypto';
import { open, seal } from '@quorum/service-kit/sealed-box.ts';

export const KEY_BYTES = 32;

/** A stored data key: encrypted with the master key and bound to its subject. It is 28 bytes longer than the key. */
const wrapKey = (master: Uint8Array, subject: string, key: Uint8Array): Buffer =>
  seal(master, randomBytes(12), subject, key);

/** @throws Error if it was wrapped with another master key. */
export const unwrapKey = (master: Uint8Array, subject: string, wrapped: Uint8Array): Buffer => {
  try {
    return open(master, subject, wrapped);
  } catch (error) {
    throw new Error('A data key cannot be unwrapped: MASTER_KEY is not the one that the keys were made with.', {
      cause: error,
    });
  }
};

/** Key store subject of the next master key while processes still start with the former one. */
export const NEXT_MASTER = 'next-master-key';

/** The master keys that a key store may need during a rotation, newest first. */
export class MasterKeys {
  #known: readonly Uint8Array[];

  /** @param own the 32 bytes that the process was started with. */
  constructor(own: Uint8Array) {
    this.#known = [own];
  }

  /** Newest first. */
  get all(): readonly Uint8Array[] {
    return this.#known;
  }

  /** Always uses the newest. */
  wrap(subject: string, key: Uint8Array): Buffer {
    return wrapKey(this.#newest, subject, key);
  }

  /** @throws Error if none of them wrapped it. */
  unwrap(subject: string, wrapped: Uint8Array): Buffer {
    for (const newer of this.#known.slice(0, -1)) {
      const key = tryUnwrap(newer, subject, wrapped);
      if (key !== undefined) return key;
    }
    return unwrapKey(this.#known.at(-1) as Uint8Array, subject, wrapped);
  }

  isNewest(subject: string, wrapped: Uint8Array): boolean {
    return tryUnwrap(this.#newest, subject, wrapped) !== undefined;
  }

  /**
   * Adopts the next master key from the store, where it is wrapped with the former one.
   * @returns whether it is new. A key that the former one cannot unwrap belongs to a rotation that this process has finished.
   */
  learn(wrappedNext: Uint8Array | undefined): boolean {
    const next = wrappedNext && tryUnwrap(this.#known.at(-1) as Uint8Array, NEXT_MASTER, wrappedNext);
    if (next === undefined || this.#known.some((known) => next.equals(known))) return false;
    this.#known = [next, ...this.#known];
    return true;
  }

  /** The former master keys no longer open anything. */
  settle(): void {
    this.#known = [this.#newest];
  }

  get #newest(): Uint8Array {
    return this.#known[0] as Uint8Array;
  }
}

export const tryUnwrap = (master: Uint8Array, subject: string, wrapped: Uint8Array): Buffer | undefined => {
  try {
    return unwrapKey(master, subject, wrapped);
  } catch {
    return undefined;
  }
};
