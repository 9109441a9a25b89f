import type { AnswerOf } from '@quorum/contracts/routes.ts';
import type { KeyValueStorage } from '../services/storage.ts';
import { storageKeys } from '../services/storage-keys.ts';
import { clearSteps } from './saved-step.ts';

export type NewSession = AnswerOf<'verifyLogin'>;

/** Keeps a session in the browser, for other tabs and for the next page. */
export const storeSession = (storage: KeyValueStorage, { token, user }: NewSession): void => {
  storage.set(storageKeys.token, token);
  storage.set(storageKeys.user, JSON.stringify(user));
  storage.set(storageKeys.hasSignedIn, 'true');
  clearSteps(storage);
};
