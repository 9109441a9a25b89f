import { refuse } from '@quorum/contracts/kernel/refusals.ts';
import type { Decider, Decision } from '../decider.ts';
import type { DataOf } from '../event-catalogue.ts';
import type { Session } from './session.ts';

/**
 * Precision of a session's last use, in milliseconds. An hour is enough to recognize a forgotten browser, and keeps a day of
 * reading to a few events.
 */
export const USE_PRECISION_MS = 3_600_000;

export type SessionCommand =
  | { readonly type: 'StartSession'; readonly session: DataOf<'SessionStarted'> }
  | { readonly type: 'UseSession' }
  | { readonly type: 'EndSession'; readonly reason: DataOf<'SessionEnded'>['reason'] };

/** `now` in milliseconds. */
export type SessionFacts = { readonly actorId: string; readonly now: number };

const decide = (command: SessionCommand, session: Session, { actorId, now }: SessionFacts): Decision => {
  const { status, id: sessionId, userId, lastUsedAt } = session;
  switch (command.type) {
    case 'StartSession':
      return status === 'none' ? [{ type: 'SessionStarted', data: command.session }] : [];
    case 'UseSession':
      return status === 'running' && now - Date.parse(lastUsedAt) >= USE_PRECISION_MS
        ? [{ type: 'SessionUsed', data: { sessionId, userId } }]
        : [];
    case 'EndSession':
      // Other people's sessions do not exist for the caller. Ending twice has no further effect.
      if (status === 'none' || userId !== actorId) return refuse('session/not-found');
      return status === 'running'
        ? [{ type: 'SessionEnded', data: { sessionId, userId, reason: command.reason } }]
        : [];
  }
};

export const sessionDecider: Decider<SessionCommand, Session, SessionFacts> = {
  initial: { status: 'none', id: '', userId: '', startedAt: '', expiresAt: '', lastUsedAt: '' },
  decide,
  evolve: (session, event) => {
    switch (event.type) {
      case 'SessionStarted':
        return {
          status: 'running',
          id: event.data.sessionId,
          userId: event.data.userId,
          startedAt: event.recordedAt,
          expiresAt: event.data.expiresAt,
          lastUsedAt: event.recordedAt,
        };
      case 'SessionUsed':
        return { ...session, lastUsedAt: event.recordedAt };
      case 'SessionEnded':
        return { ...session, status: 'ended' };
      default:
        return session;
    }
  },
};
