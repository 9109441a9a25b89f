import { hasSignedIn, isInviteFlow } from '../../entities/session/invite.ts';
import type { SignInMode } from '../../entities/session/saved-step.ts';
import type { KeyValueStorage } from '../../entities/session/storage.ts';

/** The address as the router has it: `/login`, `?invite=true`. */
export type Address = { readonly pathname: string; readonly search: string };

const isAt = (pathname: string, path: string): boolean => pathname.replace(/\/+$/, '').toLowerCase() === path;

export const asksForInviteFlow = ({ search }: Address): boolean => new URLSearchParams(search).get('invite') === 'true';

/** What the sign-in screen shows before the visitor has chosen: whoever has been here before is asked to log in. */
export const firstMode = (address: Address, storage: KeyValueStorage): SignInMode => {
  if (isAt(address.pathname, '/signup')) return 'signup';
  if (asksForInviteFlow(address) || isInviteFlow(storage)) return 'login';
  return isAt(address.pathname, '/login') && hasSignedIn(storage) ? 'login' : 'signup';
};
