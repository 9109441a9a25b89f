import type { KeyValueStorage } from '../services/storage.ts';
import { storageKeys } from '../services/storage-keys.ts';

/** An invitation that waits until the visitor has signed in and completed the profile. */
export const pendingInvite = (storage: KeyValueStorage): string | null => storage.get(storageKeys.pendingInvite);

export const keepInvite = (storage: KeyValueStorage, code: string): void => {
  storage.set(storageKeys.pendingInvite, code);
};

/** Called once the invitation has been settled. */
export const forgetInvite = (storage: KeyValueStorage): void => {
  storage.remove(storageKeys.pendingInvite);
  storage.remove(storageKeys.inviteFlow);
};

export const isInviteFlow = (storage: KeyValueStorage): boolean => storage.get(storageKeys.inviteFlow) !== null;

export const markInviteFlow = (storage: KeyValueStorage): void => {
  storage.set(storageKeys.inviteFlow, 'true');
};

export const hasSignedIn = (storage: KeyValueStorage): boolean => storage.get(storageKeys.hasSignedIn) !== null;
