import { type Push, pushDecider } from '@quorum/domain/push/decider.ts';
import { pushStream } from '@quorum/domain/push/events.ts';
import { sessionDecider } from '@quorum/domain/session/decider.ts';
import { sessionStream } from '@quorum/domain/session/events.ts';
import { isValidSession } from '@quorum/domain/session/session.ts';
import { userDecider } from '@quorum/domain/user/decider.ts';
import { userStream } from '@quorum/domain/user/events.ts';
import type { PushTarget } from '@quorum/service-kit/ports/push-sender.ts';
import type { DecideContext } from '../handling/context.ts';

export type Browser = { readonly sessionId: string; readonly userId: string };

type Subscription = { readonly target: PushTarget; readonly timeZone: string };

/**
 * Where a browser takes pushes; undefined once it does not, or its session is over. Read from the log, so that the end of a session,
 * an account and a subscription count at once.
 */
export const subscriptionOf = async (
  { aggregates, clock, defaultTimeZone }: DecideContext,
  { sessionId, userId }: Browser,
): Promise<Subscription | undefined> => {
  const session = await aggregates.load(sessionDecider, sessionStream(sessionId));
  const user = await aggregates.load(userDecider, userStream(userId));
  if (!isValidSession(session, user, clock.now())) return undefined;
  const push = await aggregates.load(pushDecider, pushStream(sessionId));
  return push === null ? undefined : readable(push, defaultTimeZone);
};

/** Nothing of a person whose key was destroyed is. */
const readable = (push: NonNullable<Push>, defaultTimeZone: string): Subscription | undefined => {
  const { endpoint, p256dh, auth, timeZone } = push;
  if (endpoint === null || p256dh === null || auth === null) return undefined;
  return { target: { endpoint, p256dh, auth }, timeZone: timeZone ?? defaultTimeZone };
};
