import { changeWhere, type Model, put, remove, removeWhere } from './model.ts';

const sessionId = (event: { readonly data: { readonly sessionId: string } }): string => event.data.sessionId;

/** Browsers that are signed in. */
export const sessions: Model = {
  name: 'sessions',
  version: 1,
  streams: ['session', 'user'],
  collections: ['sessions'],
  on: {
    SessionStarted: [
      put('sessions', ({ data, recordedAt }) => ({
        id: data.sessionId,
        userId: data.userId,
        startedAt: recordedAt,
        expiresAt: data.expiresAt,
      })),
    ],
    SessionEnded: [remove('sessions', sessionId)],
    SessionsRevoked: [
      changeWhere(
        'sessions',
        ({ data }) => ({ userId: data.userId }),
        (session, { data }) => (session.id === data.except ? session : null),
      ),
    ],
    AccountDeleted: [removeWhere('sessions', ({ data }) => ({ userId: data.userId }))],
  },
};
