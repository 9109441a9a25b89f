import { isRefusal, type Refusal, refuse } from '@quorum/contracts/kernel/refusals.ts';
import { sessionDecider, USE_PRECISION_MS } from '@quorum/domain/session/decider.ts';
import { sessionStream } from '@quorum/domain/session/events.ts';
import { isValidSession } from '@quorum/domain/session/session.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { Actor } from '@quorum/service-kit/http/call.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';
import { tokenHash } from '@quorum/service-kit/secrets.ts';
import type { CommandMetadata, DecideContext } from '../handling/context.ts';

const actorOf = async ({ aggregates, clock }: DecideContext, sessionId: string): Promise<Actor | undefined> => {
  const session = await aggregates.load(sessionDecider, sessionStream(sessionId));
  if (session.status !== 'running') return undefined;
  const user = await aggregates.load(userDecider, userStream(session.userId));
  if (!isValidSession(session, user, clock.now())) return undefined;
  return { userId: user.id, sessionId: session.id, profileComplete: user.profileComplete };
};

/** Finds a token's owner from the log itself, so that an ended session is refused at once. */
export const authenticate =
  (context: DecideContext) =>
  (token: string): Promise<Actor | undefined> =>
    actorOf(context, tokenHash(token));

/** Refuses a request whose session or account ended while it was being handled. Process managers have no session. */
export const refuseEndedSession = async (
  context: DecideContext,
  { sessionId }: CommandMetadata,
): Promise<Refusal | undefined> =>
  sessionId === undefined || (await actorOf(context, sessionId)) !== undefined ? undefined : refuse('session/invalid');

/** Sessions whose last recorded use is cached. */
const CACHE_SIZE = 10_000;

/**
 * Records that a session is in use, at most once an hour, and queries the log no more often than that. Returns the position from
 * which its last use can be read.
 */
export const touchSession = (context: DecideContext) => {
  const { aggregates, clock, ids, log } = context;
  const noted = new RecentlyUsed<string, { readonly at: number; readonly position: Position }>(CACHE_SIZE);
  const note = async ({ userId, sessionId }: Actor, now: number): Promise<Position | undefined> => {
    const commandId = ids.uuid();
    const metadata = { actorId: userId, commandId, commandDigest: undefined, correlationId: commandId };
    const used = await aggregates.handle({
      decider: sessionDecider,
      stream: sessionStream(sessionId),
      command: { type: 'UseSession' },
      metadata,
      facts: () => ({ actorId: userId, now }),
    });
    if (isRefusal(used)) return undefined;
    noted.set(sessionId, { at: Date.parse(used.state.lastUsedAt), position: used.position });
    return used.position;
  };
  return async (actor: Actor): Promise<Position | undefined> => {
    const now = clock.now();
    const known = noted.get(actor.sessionId);
    if (known !== undefined && now - known.at < USE_PRECISION_MS) return known.position;
    try {
      return await note(actor, now);
    } catch {
      // The call itself succeeded. The next one will record the use.
      log.warn('the use of a session could not be noted');
      return undefined;
    }
  };
};
