import { isRefusal } from '@quorum/contracts/kernel/refusals.ts';
import { sessionDecider, USE_PRECISION } from '@quorum/domain/session/decider.ts';
import { sessionStream } from '@quorum/domain/session/events.ts';
import type { Actor } from '@quorum/service-kit/http/call.ts';
import { RecentlyUsed } from '@quorum/service-kit/recently-used.ts';
import type { Context } from '../handling/context.ts';
import { handle } from '../handling/handle.ts';

/** Sessions whose last recorded use is cached. */
const REMEMBERED = 10_000;

/** Records that a session is in use, at most once an hour, and queries the log no more often than that. */
export const noteUse = (context: Pick<Context, 'aggregates' | 'clock' | 'ids' | 'log'>) => {
  const { aggregates, clock, ids, log } = context;
  const noted = new RecentlyUsed<string, number>(REMEMBERED);
  const note = async ({ userId, sessionId }: Actor, now: number): Promise<void> => {
    const commandId = ids.uuid();
    const cause = { actorId: userId, commandId, commandDigest: undefined, correlationId: commandId };
    const used = await handle(aggregates, {
      decider: sessionDecider,
      stream: sessionStream(sessionId),
      command: { type: 'UseSession' },
      cause,
      facts: () => ({ actorId: userId, now }),
    });
    if (!isRefusal(used)) noted.set(sessionId, Date.parse(used.state.lastUsedAt));
  };
  return async (actor: Actor): Promise<void> => {
    const now = clock.now();
    if (now - (noted.get(actor.sessionId) ?? 0) < USE_PRECISION) return;
    // The call itself succeeded. The next one will record the use.
    await note(actor, now).catch(() => log.warn('the use of a session could not be noted'));
  };
};
