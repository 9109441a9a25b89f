export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
}

/**
 * Data keys, one per subject (a person or a group), wrapped by a master key that lies outside the store.
 * Destroying a subject's key makes everything encrypted with it unreadable for ever: that is the erasure.
 */
export interface KeyStore {
  /** The subject's 32-byte key, made when there is none. `null` when it was destroyed. Concurrent first calls agree on one key. */
  obtain(subject: string): Promise<Uint8Array | null>;

  /** Keys of many subjects at once; a subject without a key, or whose key was destroyed, is absent. */
  find(subjects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;

  /** Destroys the key, durably and physically (no byte of it stays in the store's files), before it resolves. Idempotent; the subject never gets a key again. */
  destroy(subject: string): Promise<void>;

  /**
   * Takes a key away as if it had never been, when it is still the subject's: `obtain` makes another one then. Not a byte of key or
   * subject stays in the store's files.
   */
  forget(subject: string, key: Uint8Array): Promise<void>;

  /** Names of at most so many subjects that have a key, or had one: whether the store was ever used. */
  subjects(limit: number): Promise<readonly string[]>;

  /**
   * Puts a key that is made of the subject's present one in its place, of any length; the present one is destroyed as by `destroy`. A
   * subject without a key stays without. Concurrent calls all take effect.
   * @param next may be called again, with a newer key.
   */
  replace(subject: string, next: (key: Uint8Array) => Uint8Array): Promise<void>;

  /**
   * Another number than before as soon as a key was destroyed, replaced or forgotten, by whichever process: from before that call
   * resolves. So long as it stays the same, a key that was found is still the subject's. Cheap enough to be asked for with every use.
   */
  generation(): Promise<number>;

  ping(): Promise<void>;
  close(): Promise<void>;
}
