import type { KeyStore } from './key-store.ts';

export type Rewrapped = {
  /** The last subject visited; absent at the end. */
  readonly last: string | undefined;
  /** How many keys were visited, and how many of them were wrapped again. */
  readonly seen: number;
  readonly wrapped: number;
};

/** A key store whose keys are wrapped with a master key that can be changed while processes use the store. */
export interface WrappedKeyStore extends KeyStore {
  /** The subject's key, which becomes `key` if it has none. `null` if it was destroyed. Concurrent calls agree on one. */
  adopt(subject: string, key: Uint8Array): Promise<Uint8Array | null>;

  /** The master keys this store can use, newest first. Two during a rotation. */
  masterKeys(): Promise<readonly Uint8Array[]>;

  /**
   * From now on every process wraps new keys with `next`, which is stored wrapped with the current master key.
   * @returns the next master key, which differs from `next` if a rotation was already under way.
   */
  beginRotation(next: Uint8Array): Promise<Uint8Array>;

  /** Wraps keys with the newest master key, in the order of their subjects. The old wrapping is destroyed as by `destroy`. */
  rewrap(after: string, limit: number): Promise<Rewrapped>;

  /** About how many keys there are. */
  count(): Promise<number>;

  /**
   * Forgets the former master key. @param inUse the key that processes are started with.
   * @returns false if that is still the former one.
   */
  endRotation(inUse: Uint8Array): Promise<boolean>;
}
