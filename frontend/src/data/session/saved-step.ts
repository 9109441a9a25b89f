import { limits } from '@quorum/contracts/kernel/limits.ts';
import { type KeyValueStorage, readJson } from '../services/storage.ts';
import { storageKeys } from '../services/storage-keys.ts';

export type SignInMode = 'login' | 'signup';

/**
 * The code step of signing in, kept over a reload. `sentAt`: when the last code was sent, in milliseconds since the
 * epoch.
 */
export type SavedStep = { readonly phoneNumber: string; readonly sentAt: number };

const keyOf = (mode: SignInMode): string => (mode === 'login' ? storageKeys.loginStep : storageKeys.signupStep);

const isSavedStep = (value: unknown): value is SavedStep =>
  typeof value === 'object' &&
  value !== null &&
  'phoneNumber' in value &&
  typeof value.phoneNumber === 'string' &&
  'sentAt' in value &&
  typeof value.sentAt === 'number';

export const saveStep = (storage: KeyValueStorage, mode: SignInMode, step: SavedStep): void => {
  storage.set(keyOf(mode), JSON.stringify(step));
};

/** Undefined when there is none. A step that is ten minutes old is discarded. */
export const savedStep = (storage: KeyValueStorage, mode: SignInMode, now: number): SavedStep | undefined => {
  const step = readJson(storage, keyOf(mode), isSavedStep);
  if (step !== undefined && now - step.sentAt < limits.savedStepLifetime) return step;
  storage.remove(keyOf(mode));
  return undefined;
};

export const clearSteps = (storage: KeyValueStorage): void => {
  storage.remove(storageKeys.loginStep);
  storage.remove(storageKeys.signupStep);
};
