export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
}

/**
 * Data keys, one per subject (a person or a group), wrapped by a master key kept outside the store. Destroying a subject's key
 * makes everything encrypted with it permanently unreadable. That is how erasure works.
 */
export interface KeyStore {
  /** The subject's 32-byte key, created if there is none. `null` if it was destroyed. Concurrent first calls agree on one key. */
  obtain(subject: string): Promise<Uint8Array | null>;

  /** Keys of many subjects. Subjects without a key, or with a destroyed one, are absent. */
  find(subjects: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;

  /**
   * Destroys the key, durably and physically (no byte of it remains in the store's files), before it resolves. Idempotent. The
   * subject never gets a key again.
   */
  destroy(subject: string): Promise<void>;

  /**
   * Removes a key as if it had never existed, if it is still the subject's. `obtain` then creates another. No byte of key or
   * subject remains in the store's files.
   */
  forget(subject: string, key: Uint8Array): Promise<void>;

  /** Up to this many subjects that have or had a key. Shows whether the store was ever used. */
  subjects(limit: number): Promise<readonly string[]>;

  /**
   * Replaces the subject's key with one derived from it, of any length. The current one is destroyed as by `destroy`. A subject
   * without a key stays without. Concurrent calls all take effect.
   * @param next may be called again, with a newer key.
   */
  replace(subject: string, next: (key: Uint8Array) => Uint8Array): Promise<void>;

  /**
   * Changes whenever any process destroys, replaces or forgets a key, before that call resolves. While it is unchanged, a key
   * found earlier is still valid. Cheap enough to call on every use.
   */
  generation(): Promise<number>;

  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Keys for what is written and erased. */
export type SubjectKeys = Pick<KeyStore, 'obtain' | 'find' | 'destroy' | 'generation'>;

/** Keys that name something, such as a phone number. They are never destroyed, so that the subject gets another. */
export type NamingKeys = Pick<KeyStore, 'obtain' | 'find' | 'replace' | 'forget'>;
