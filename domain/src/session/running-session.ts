/** What `SessionStarted` said. */
type SessionFacts = { readonly id: string; readonly startedAt: string; readonly expiresAt: string };
/** What the last `SessionsRevoked` of the session's person said; `null` when there was none. */
type RevocationFacts = { readonly sessionsRevokedAt: string | null; readonly sessionExcepted: string | null };

/**
 * Whether a session that was not ended still counts: it has not expired, and its person did not revoke it. What the commands know
 * from the log and the queries from read models is judged by this one rule.
 * @param now milliseconds.
 */
export const isRunning = (session: SessionFacts, person: RevocationFacts, now: number): boolean =>
  Date.parse(session.expiresAt) > now &&
  (person.sessionsRevokedAt === null ||
    session.startedAt > person.sessionsRevokedAt ||
    session.id === person.sessionExcepted);
