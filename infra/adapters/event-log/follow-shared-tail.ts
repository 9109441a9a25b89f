import type { FollowOptions, Position, RecordedEvent, Subscription } from '@quorum/service-kit/ports/event-log.ts';
import type { ServerSource } from './eventstoredb-subscription.ts';
import { type FollowSource, followByReading, type Wake } from './follow-loop.ts';
import type { FollowedTail } from './followed-tail.ts';

/**
 * Reads by a subscription of its own until it meets the tail that the process follows anyway, and from there on what the tail
 * gathers: however many followers there are, each event comes from the server once. A follower that falls too far behind goes
 * back to a subscription of its own.
 */
const sourceOf = (tail: FollowedTail, own: ServerSource, onMet: () => void, onError: (error: unknown) => void) => {
  let isStarting = false;

  const meetTail = async (): Promise<void> => {
    if (isStarting || tail.isFollowing) return;
    isStarting = true;
    try {
      await tail.start();
      onMet();
    } catch (error) {
      onError(error);
    } finally {
      isStarting = false;
    }
  };

  return {
    read: async (position: Position, limit: number): Promise<readonly RecordedEvent[]> => {
      const gathered = tail.after(position, limit);
      if (gathered !== undefined) {
        own.leave();
        return gathered;
      }
      if (own.isEnd(position)) void meetTail();
      return own.read(position, limit);
    },
    isEnd: (position: Position) => (tail.after(position, 1) === undefined ? own.isEnd(position) : tail.isEnd(position)),
  } satisfies FollowSource;
};

export const followSharedTail = (
  { tail, own, wake }: { readonly tail: FollowedTail; readonly own: ServerSource; readonly wake: Wake },
  after: Position,
  handler: (events: readonly RecordedEvent[]) => Promise<void>,
  options: FollowOptions = {},
): Subscription => {
  const { onError = () => {} } = options;
  const unlisten = tail.listen({ onChange: () => wake.give(), onError });
  const source = sourceOf(tail, own, () => wake.give(), onError);
  const following = followByReading(source, wake, after, handler, options);
  return {
    stop: async () => {
      unlisten();
      const stopped = following.stop();
      own.leave();
      await stopped;
      own.leave();
    },
  };
};
