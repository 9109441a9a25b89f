import { isInvitePath } from '@quorum/contracts/text/join-input.ts';
import type { KeyValueStorage } from '../data/services/storage.ts';
import { storageKeys } from '../data/services/storage-keys.ts';
import { type SignInMode, savedStep } from '../data/session/saved-step.ts';
import { type Address, firstMode } from '../features/auth/first-mode.ts';
import { isNarrow } from './narrow-window.ts';

/** The picture that a page shows until the app has rendered. None where the app will show something else at once. */
export const firstPicture = (
  address: Address,
  storage: KeyValueStorage,
  now: number,
): SignInMode | 'invite' | undefined => {
  if (isInvitePath(address.pathname)) return 'invite';
  if (isNarrow() || storage.get(storageKeys.token) !== null) return undefined;
  const mode = firstMode(address, storage);
  // After a reload, the code may be what is asked for.
  return savedStep(storage, mode, now) === undefined ? mode : undefined;
};
