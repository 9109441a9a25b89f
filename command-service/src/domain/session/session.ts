import type { Aggregate } from '../aggregate.ts';
import type { User } from '../user/user.ts';

export type Session = {
  status: 'none' | 'running' | 'ended';
  id: string;
  userId: string;
  startedAt: string;
  expiresAt: string;
};

export const sessionAggregate: Aggregate<Session> = {
  category: 'session',
  initial: () => ({ status: 'none', id: '', userId: '', startedAt: '', expiresAt: '' }),
  evolve: (session, event) => {
    switch (event.type) {
      case 'SessionStarted':
        return {
          status: 'running',
          id: event.data.sessionId,
          userId: event.data.userId,
          startedAt: event.recordedAt,
          expiresAt: event.data.expiresAt,
        };
      case 'SessionEnded':
        return { ...session, status: 'ended' };
      default:
        return session;
    }
  },
};

/** A session counts while it runs, has not expired, and its person neither left nor revoked it. @param now milliseconds. */
export const isValidSession = (session: Session, user: User, now: number): boolean =>
  session.status === 'running' &&
  user.status === 'active' &&
  Date.parse(session.expiresAt) > now &&
  (user.sessionsRevokedAt === null ||
    session.startedAt > user.sessionsRevokedAt ||
    session.id === user.sessionExcepted);
