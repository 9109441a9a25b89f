import type { Collections } from '../ports/generations.ts';

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
  sessions: { name: 'sessions', indexes: [['userId']] },
} as const satisfies Collections;

export type SessionDocuments = {
  readonly sessions: SessionDocument;
};
