import type { Session } from '@quorum/domain/session/session.ts';
import { collectionOf } from './collection.ts';

/** Id: hash of the token. */
export type SessionDocument = Omit<Session, 'status'> & { readonly device: string | null };

export const sessionCollections = {
  sessions: collectionOf<SessionDocument>({ person: 'userId' }, ['userId']),
};
