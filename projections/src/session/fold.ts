import { sessionsAudience } from '@quorum/contracts/kernel/audiences.ts';
import { type Data, type Rules, type ThinChange, toUser, withoutAudience } from '../audience.ts';
import { change, changeWhere, model, put, remove } from '../model.ts';

/** Sequenced separately from the changes for the person's clients, because clients count without gaps. */
export const sessionEnded = (userId: string, data: Data): ThinChange => ({
  audience: sessionsAudience(userId),
  kind: 'sessionEnded',
  data: { userId, ...data },
});

const sessionsUpdated = (userId: string): ThinChange => toUser('sessionsUpdated', userId, { userId });

/** Audiences of its events. */
export const sessionChanges = {
  SessionStarted: ({ data }) => [sessionsUpdated(data.userId)],
  /** Without `sessionId`: every session of the person except `except`. */
  SessionsRevoked: ({ data }) => [
    sessionsUpdated(data.userId),
    sessionEnded(data.userId, { reason: 'revoked', ...(data.except === null ? {} : { except: data.except }) }),
  ],
  SessionEnded: ({ data }) => [
    sessionsUpdated(data.userId),
    sessionEnded(data.userId, { sessionId: data.sessionId, reason: data.reason }),
  ],
  ...withoutAudience('SessionUsed', 'PushSubscribed', 'PushEnded'),
} satisfies Rules;

const sessionId = (event: { readonly data: { readonly sessionId: string } }): string => event.data.sessionId;

/** Browsers that are signed in. */
export const sessions = model({
  name: 'sessions',
  version: 4,
  collections: ['sessions'],
  on: {
    SessionStarted: [
      // Nothing else happens to sessions that expire.
      changeWhere(
        'sessions',
        ({ data }) => ({ userId: data.userId }),
        (session, { recordedAt }) => (session.expiresAt > recordedAt ? session : null),
      ),
      put('sessions', ({ data, recordedAt }) => ({
        id: data.sessionId,
        userId: data.userId,
        device: data.device,
        startedAt: recordedAt,
        expiresAt: data.expiresAt,
        lastUsedAt: recordedAt,
      })),
    ],
    SessionUsed: [change('sessions', sessionId, (session, { recordedAt }) => ({ ...session, lastUsedAt: recordedAt }))],
    PushSubscribed: [
      change('sessions', sessionId, (session, { recordedAt }) => ({ ...session, pushedAt: recordedAt })),
    ],
    PushEnded: [change('sessions', sessionId, ({ pushedAt: _, ...session }) => session)],
    SessionEnded: [remove('sessions', sessionId)],
    SessionsRevoked: [
      changeWhere(
        'sessions',
        ({ data }) => ({ userId: data.userId }),
        (session, { data }) => (session.id === data.except ? session : null),
      ),
    ],
  },
});
