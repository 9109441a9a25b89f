import type { User } from '../user/user.ts';

export type Session = {
  readonly status: 'none' | 'running' | 'ended';
  readonly id: string;
  readonly userId: string;
  readonly startedAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string;
};

/** From `SessionStarted`. */
type SessionFacts = { readonly id: string; readonly startedAt: string; readonly expiresAt: string };
/** From the person's last `SessionsRevoked`, or `null`. Read models remove revoked sessions, so they need no `sessionExceptedAfter`. */
type RevocationFacts = Pick<User, 'sessionsRevokedAt' | 'sessionExcepted'> &
  Partial<Pick<User, 'sessionExceptedAfter'>>;

/**
 * Whether a session that was not ended is still valid: it has not expired, and its person has not revoked it. Commands (from the
 * log) and queries (from read models) share this rule.
 * @param now milliseconds.
 */
export const isRunning = (session: SessionFacts, person: RevocationFacts, now: number): boolean => {
  const { sessionsRevokedAt, sessionExcepted, sessionExceptedAfter = null } = person;
  const revokedAt = session.id === sessionExcepted ? sessionExceptedAfter : sessionsRevokedAt;
  return Date.parse(session.expiresAt) > now && (revokedAt === null || session.startedAt > revokedAt);
};

/** Whether the session may be used by its person now. @param now milliseconds. */
export const isValidSession = (session: Session, user: User, now: number): boolean =>
  session.status === 'running' && user.status === 'active' && isRunning(session, user, now);
