import { change, changeWhere, type Model, onErasure, put, remove, removeWhere } from './model.ts';

const sessionId = (event: { readonly data: { readonly sessionId: string } }): string => event.data.sessionId;

/** Browsers that are signed in. */
export const sessions: Model = {
  name: 'sessions',
  version: 2,
  collections: ['sessions'],
  on: {
    SessionStarted: [
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
    SessionEnded: [remove('sessions', sessionId)],
    SessionsRevoked: [
      changeWhere(
        'sessions',
        ({ data }) => ({ userId: data.userId }),
        (session, { data }) => (session.id === data.except ? session : null),
      ),
    ],
    ...onErasure(removeWhere('sessions', ({ data }) => ({ userId: data.userId }))),
  },
};
