import { isRunning } from '@quorum/domain/session/running-session.ts';
import type { Actor } from '@quorum/service-kit/http/call.ts';
import { tokenHash } from '@quorum/service-kit/token-hash.ts';
import type { Context } from './context.ts';

/** Finds a token's owner in the read models. Sessions are stored under the hash of their token. */
export const authenticate =
  ({ reads, clock }: Pick<Context, 'reads' | 'clock'>) =>
  async (token: string): Promise<Actor | undefined> => {
    const id = tokenHash(token);
    const session = await reads.active.get('sessions', id);
    if (session === undefined) return undefined;
    const user = await reads.active.get('users', session.userId);
    if (user === undefined || !isRunning(session, user, clock.now())) return undefined;
    return { userId: user.id, sessionId: session.id, profileComplete: user.profileComplete };
  };
