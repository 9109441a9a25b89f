import type { Session } from '@quorum/domain/session/session.ts';
import { collectionOf } from './collection.ts';

/** Id: hash of the token. `pushedAt`: since when its browser takes pushes; absent if it does not. */
export type SessionDocument = Omit<Session, 'status'> & {
  readonly device: string | null;
  readonly pushedAt?: string;
};

export const sessionCollections = {
  sessions: collectionOf<SessionDocument>({ person: 'userId', isApart: true }, ['userId'], ['pushedAt']),
};
