import type { KeyValueStorage } from './storage.ts';
import { storageKeys } from './storage-keys.ts';

export const draftPrefix = (userId: string): string => `${storageKeys.draft}${userId}:`;
export const outboxPrefix = (userId: string): string => `${storageKeys.outbox}${userId}:`;

/** Removes the drafts and queued messages of a user from this browser. */
export const forgetUnsent = (storage: KeyValueStorage, userId: string): void => {
  for (const key of storage.keys())
    if (key.startsWith(draftPrefix(userId)) || key.startsWith(outboxPrefix(userId))) storage.remove(key);
};
