import { randomBytes } from 'node:crypto';
import { open, seal } from '@quorum/service-kit/sealed-box.ts';

export const KEY_BYTES = 32;

/** A stored data key: encrypted with the master key and bound to its subject. It is 28 bytes longer than the key. */
export const wrapKey = (master: Uint8Array, subject: string, key: Uint8Array): Buffer =>
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
