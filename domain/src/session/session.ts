import type { User } from '../user/user.ts';
import { isRunning } from './running-session.ts';

export type Session = {
  readonly status: 'none' | 'running' | 'ended';
  readonly id: string;
  readonly userId: string;
  readonly startedAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string;
};

/** Whether the session may be used by its person now. @param now milliseconds. */
export const isValidSession = (session: Session, user: User, now: number): boolean =>
  session.status === 'running' && user.status === 'active' && isRunning(session, user, now);
