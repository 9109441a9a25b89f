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

  ping(): Promise<void>;
  close(): Promise<void>;
}
