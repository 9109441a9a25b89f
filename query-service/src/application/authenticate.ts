import { createHash } from 'node:crypto';
import { collections, type SessionDocument, type UserDocument } from '@quorum/contracts/documents/collections.ts';
import type { Actor } from '@quorum/service-kit/call.ts';
import type { Context } from './context.ts';

const isValid = (session: SessionDocument, user: UserDocument, now: number): boolean =>
  Date.parse(session.expiresAt) > now &&
  (user.sessionsRevokedAt === null ||
    session.startedAt > user.sessionsRevokedAt ||
    session.id === user.sessionExcepted);

/** Whom a token belongs to, as the read models know it. Sessions are kept under the hash of their token. */
export const authenticate =
  ({ reads, clock }: Pick<Context, 'reads' | 'clock'>) =>
  async (token: string): Promise<Actor | undefined> => {
    const id = createHash('sha256').update(token).digest('base64url');
    const session = await reads.active.get<SessionDocument>(collections.sessions.name, id);
    if (session === undefined) return undefined;
    const user = await reads.active.get<UserDocument>(collections.users.name, session.userId);
    if (user === undefined || !isValid(session, user, clock.now())) return undefined;
    return { userId: user.id, sessionId: session.id, profileComplete: user.profileComplete };
  };
