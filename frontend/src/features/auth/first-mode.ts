import type { KeyValueStorage } from '../../data/services/storage.ts';
import { hasSignedIn, isInviteFlow } from '../../data/session/invite.ts';
import type { SignInMode } from '../../data/session/saved-step.ts';

/** The address, as the router has it: `/login`, `?invite=true`. */
export type Address = { readonly pathname: string; readonly search: string };

const isAt = (pathname: string, path: string): boolean => pathname.replace(/\/+$/, '').toLowerCase() === path;

export const asksForInviteFlow = ({ search }: Address): boolean => new URLSearchParams(search).get('invite') === 'true';

/** The mode that the sign-in screen starts in. A returning visitor is asked to log in. */
export const firstMode = (address: Address, storage: KeyValueStorage): SignInMode => {
  if (isAt(address.pathname, '/signup')) return 'signup';
  if (asksForInviteFlow(address) || isInviteFlow(storage)) return 'login';
  return isAt(address.pathname, '/login') && hasSignedIn(storage) ? 'login' : 'signup';
};
