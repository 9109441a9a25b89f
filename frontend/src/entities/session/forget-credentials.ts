import type { KeyValueStorage } from './storage.ts';
import { storageKeys } from './storage-keys.ts';

/**
 * Takes the keys of an ended session away, while what it showed may stand a moment longer. Other tabs end theirs; a late
 * 401 finds nothing left to end here.
 */
export const forgetCredentials = (storage: KeyValueStorage): void => {
  storage.remove(storageKeys.token);
  storage.remove(storageKeys.user);
};
