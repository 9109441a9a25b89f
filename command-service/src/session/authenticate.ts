import { type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { sessionDecider } from '@quorum/domain/session/decider.ts';
import { sessionStream } from '@quorum/domain/session/events.ts';
import { isValidSession } from '@quorum/domain/session/session.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { Actor } from '@quorum/service-kit/http/call.ts';
import { tokenHash } from '@quorum/service-kit/token-hash.ts';
import type { Cause, Context } from '../handling/context.ts';

type Parts = Pick<Context, 'aggregates' | 'clock'>;

const actorOf = async ({ aggregates, clock }: Parts, sessionId: string): Promise<Actor | undefined> => {
  const session = await aggregates.load(sessionDecider, sessionStream(sessionId));
  if (session.status !== 'running') return undefined;
  const user = await aggregates.load(userDecider, userStream(session.userId));
  if (!isValidSession(session, user, clock.now())) return undefined;
  return { userId: user.id, sessionId: session.id, profileComplete: user.profileComplete };
};

/** Finds a token's owner from the log itself, so that an ended session is refused at once. */
export const authenticate =
  (parts: Parts) =>
  (token: string): Promise<Actor | undefined> =>
    actorOf(parts, tokenHash(token));

/** Refuses a request whose session or account ended while it was being handled. Process managers have no session. */
export const refuseEndedSession = async (parts: Parts, { sessionId }: Cause): Promise<Refusal | undefined> =>
  sessionId === undefined || (await actorOf(parts, sessionId)) !== undefined ? undefined : refuse('session/invalid');
