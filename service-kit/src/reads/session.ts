import { collectionOf } from './collection.ts';

/** Id: hash of the token. */
export type SessionDocument = {
  readonly id: string;
  readonly userId: string;
  readonly device: string | null;
  readonly startedAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string;
};

export const sessionCollections = {
  sessions: collectionOf<SessionDocument>(['userId']),
};
