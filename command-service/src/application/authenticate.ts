import { sessionStream } from '@quorum/contracts/events/access.ts';
import { userStream } from '@quorum/contracts/events/user.ts';
import type { Actor } from '@quorum/service-kit/call.ts';
import { tokenHash } from '@quorum/service-kit/token-hash.ts';
import { isValidSession, sessionAggregate } from '../domain/session/session.ts';
import { userAggregate } from '../domain/user/user.ts';
import type { Context } from './context.ts';

/** Whom a token belongs to, decided from the log itself: an ended session is refused at once. */
export const authenticate =
  ({ aggregates, clock }: Pick<Context, 'aggregates' | 'clock'>) =>
  async (token: string): Promise<Actor | undefined> => {
    const session = await aggregates.load(sessionAggregate, sessionStream(tokenHash(token)));
    if (session.status !== 'running') return undefined;
    const user = await aggregates.load(userAggregate, userStream(session.userId));
    if (!isValidSession(session, user, clock.now())) return undefined;
    return { userId: user.id, sessionId: session.id, profileComplete: user.profileComplete };
  };
