import { limits } from '@quorum/contracts/session/rules.ts';
import { hasFields } from '../../shared/lib/has-fields.ts';
import { type KeyValueStorage, readJson } from '../services/storage.ts';
import { storageKeys } from '../services/storage-keys.ts';

export type SignInMode = 'login' | 'signup';

/** The purpose of a code: a way to sign in, or a change of the account's number. */
type Purpose = SignInMode | 'phone';

/**
 * The step that asks for a code, kept over a reload. `sentAt`: when the last code was sent, in milliseconds since the
 * epoch.
 */
export type SavedStep = { readonly phoneNumber: string; readonly sentAt: number };

const KEYS: Readonly<Record<Purpose, string>> = {
  login: storageKeys.loginStep,
  signup: storageKeys.signupStep,
  phone: storageKeys.phoneStep,
};

const isSavedStep = (value: unknown): value is SavedStep =>
  hasFields(value, { phoneNumber: 'string', sentAt: 'number' });

export const saveStep = (storage: KeyValueStorage, purpose: Purpose, step: SavedStep): void => {
  storage.set(KEYS[purpose], JSON.stringify(step));
};

/** Undefined when there is none. A step that is ten minutes old is discarded. */
export const savedStep = (storage: KeyValueStorage, purpose: Purpose, now: number): SavedStep | undefined => {
  const step = readJson(storage, KEYS[purpose], isSavedStep);
  if (step !== undefined && now - step.sentAt < limits.savedStepLifetime) return step;
  storage.remove(KEYS[purpose]);
  return undefined;
};

export const clearSteps = (storage: KeyValueStorage): void => {
  for (const key of Object.values(KEYS)) storage.remove(key);
};
