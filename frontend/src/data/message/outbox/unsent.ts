import type { Services } from '../../services/services.ts';
import { storageKeys } from '../../services/storage-keys.ts';

export const draftPrefix = (userId: string): string => `${storageKeys.draft}${userId}:`;
export const outboxPrefix = (userId: string): string => `${storageKeys.outbox}${userId}:`;

/** Removes the drafts and queued texts of a user from this browser. */
export const forgetUnsent = ({ storage }: Services, userId: string): void => {
  for (const key of storage.keys())
    if (key.startsWith(draftPrefix(userId)) || key.startsWith(outboxPrefix(userId))) storage.remove(key);
};
