import type { UserView } from '@quorum/contracts/wire/views.ts';
import type { KeyValueStorage } from './storage.ts';
import { storageKeys } from './storage-keys.ts';

/**
 * Where a signed-in person belongs who is on a screen of the way in: setup first, then the invitation that brought them
 * here, else the dashboard. The invitation is forgotten by the page that follows it.
 */
export const landingPath = (
  { profileComplete }: Pick<UserView, 'profileComplete'>,
  storage: KeyValueStorage,
): string => {
  if (!profileComplete) return '/profile-setup';
  const invite = storage.get(storageKeys.pendingInvite);
  return invite === null || invite === '' ? '/dashboard' : `/${encodeURIComponent(invite)}`;
};
