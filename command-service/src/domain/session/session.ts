import { isRunning } from '@quorum/contracts/events/running-session.ts';
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

/** Whether the session is its person's to act with now. @param now milliseconds. */
export const isValidSession = (session: Session, user: User, now: number): boolean =>
  session.status === 'running' && user.status === 'active' && isRunning(session, user, now);
