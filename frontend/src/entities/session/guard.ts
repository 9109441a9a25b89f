import type { SessionState } from './session-slice.ts';

/** Who a screen is for: visitors only, people with an unfinished profile, or members of the product. */
export type Audience = 'visitors' | 'newcomers' | 'members';

export type GuardDecision = 'wait' | 'show' | { readonly to: string };

/** A pending invitation is followed before anything else, but only with a complete profile. */
export const guard = (audience: Audience, session: SessionState, pendingInvite: string | null): GuardDecision => {
  if (session.status === 'checking') return 'wait';
  if (session.status === 'signedOut' || session.user === null)
    return audience === 'visitors' ? 'show' : { to: '/login' };
  if (!session.user.profileComplete) return audience === 'newcomers' ? 'show' : { to: '/profile-setup' };
  if (audience === 'members') return 'show';
  return { to: pendingInvite === null ? '/dashboard' : `/${encodeURIComponent(pendingInvite)}` };
};
