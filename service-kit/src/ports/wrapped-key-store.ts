import type { KeyStore } from './key-store.ts';

export type Rewrapped = {
  /** The last subject that was looked at; absent when there were none left. */
  readonly last: string | undefined;
  /** How many keys were looked at, and how many of them got a new wrapping. */
  readonly seen: number;
  readonly wrapped: number;
};

/** A key store whose keys are wrapped with a master key, which can be changed while processes use the store. */
export interface WrappedKeyStore extends KeyStore {
  /** The subject's key, which is `key` when it has none. `null` when it was destroyed. Concurrent calls agree on one. */
  adopt(subject: string, key: Uint8Array): Promise<Uint8Array | null>;

  /** The master keys that this store can use, newest first: two while a rotation is not over. */
  masterKeys(): Promise<readonly Uint8Array[]>;

  /**
   * From now on new keys are wrapped with `next`, by every process: it lies in the store, wrapped with the present master key.
   * @returns the next master key, which is another one when a rotation had begun already.
   */
  beginRotation(next: Uint8Array): Promise<Uint8Array>;

  /** Wraps keys with the newest master key, in the order of their subjects. The former wrapping is destroyed as by `destroy`. */
  rewrap(after: string, limit: number): Promise<Rewrapped>;

  /** How many keys there are. */
  count(): Promise<number>;

  /**
   * Forgets the former master key. @param inUse what processes are started with.
   * @returns false while that is the former one.
   */
  endRotation(inUse: Uint8Array): Promise<boolean>;
}
