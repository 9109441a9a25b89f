import type { SessionState } from './session-slice.ts';

/** Who a screen is for: visitors, people with an unfinished profile, or people with a finished one. */
export type Audience = 'visitors' | 'newcomers' | 'members';

export type GuardDecision = 'wait' | 'show' | { readonly to: string };

const audienceOf = ({ status, user }: SessionState): Audience => {
  if (status === 'signedOut' || user === null) return 'visitors';
  return user.profileComplete ? 'members' : 'newcomers';
};

/** A pending invitation comes first, but only with a complete profile. */
export const guard = (audience: Audience, session: SessionState, pendingInvite: string | null): GuardDecision => {
  if (session.status === 'checking') return 'wait';
  const visitor = audienceOf(session);
  if (visitor === audience) return 'show';
  if (visitor === 'visitors') return { to: '/login' };
  if (visitor === 'newcomers') return { to: '/profile-setup' };
  return { to: pendingInvite === null ? '/dashboard' : `/${encodeURIComponent(pendingInvite)}` };
};
