import type { Readable } from 'node:stream';
import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  excludeSystemEvents,
  type Position as ServerPosition,
} from '@eventstore/db-client';
import type { FollowOptions, Position, RecordedEvent, Subscription } from '@quorum/contracts/ports/event-log.ts';
import { formatPosition, fromServer, parsePosition, type ServerEvent } from './eventstoredb-format.ts';
import { followByReading, Wake } from './follow-loop.ts';

/**
 * Follows the log over as many server subscriptions as it takes: each ends with a lost connection, a full queue or the
 * server's patience, and the next begins behind what was handed over.
 * @param queueLimit most events taken off the connection and not yet handled. The server throws a live subscriber off
 * that does not take its events at once, so they wait here; when it is full we leave by ourselves and catch up later.
 */
export const followServer = (
  client: EventStoreDBClient,
  queueLimit: number,
  head: () => Promise<Position>,
  after: Position,
  handler: (events: readonly RecordedEvent[]) => Promise<void>,
  options?: FollowOptions,
): Subscription => {
  const wake = new Wake();
  let queue: RecordedEvent[] = [];
  let current: AllStreamSubscription | undefined;
  let failure: unknown;
  /** Position up to which the server has searched without a hit beyond what is queued or handed over. */
  let searched = after;
  /** Head when the subscription began: whoever has handled it has caught up. */
  let target: Position | undefined;

  const leave = (): void => {
    const left = current;
    current = undefined;
    target = undefined;
    // The connection may be gone already: then there is nothing to end.
    left?.unsubscribe().catch(() => {});
  };

  const take = (subscription: AllStreamSubscription, event: ServerEvent | undefined): void => {
    if (subscription !== current || event === undefined) return;
    queue.push(fromServer(event).recorded);
    if (queue.length >= queueLimit) leave();
    wake.give();
  };

  const fail = (subscription: AllStreamSubscription, error: unknown): void => {
    if (subscription !== current) return;
    leave();
    failure = error;
    wake.give();
  };

  const subscribe = async (from: Position): Promise<void> => {
    const headNow = await head();
    const subscription = client.subscribeToAll({
      fromPosition: parsePosition(from),
      filter: excludeSystemEvents({
        checkpointInterval: 10,
        checkpointReached: (origin, position: ServerPosition) => {
          // An event before the checkpoint may still lie in the client's buffer; it would be skipped if the connection
          // broke now and the next subscription began at the checkpoint.
          if (origin === current && (origin as unknown as Readable).readableLength === 0) {
            searched = formatPosition(position);
          }
        },
      }),
    });
    current = subscription;
    subscription.on('confirmation', () => {
      if (subscription !== current) return;
      target = headNow;
      wake.give();
    });
    subscription.on('data', ({ event }) => take(subscription, event as ServerEvent | undefined));
    // Stays attached: an error after we left would otherwise end the process.
    subscription.on('error', (error) => fail(subscription, error));
    subscription.on('end', () => fail(subscription, new Error('the subscription ended')));
    subscription.on('close', () => fail(subscription, new Error('the subscription was closed')));
  };

  const source = {
    read: async (position: Position, limit: number): Promise<readonly RecordedEvent[]> => {
      if (queue.length > 0) {
        const batch = queue.slice(0, limit);
        queue = queue.slice(limit);
        return batch;
      }
      if (failure !== undefined) {
        const error = failure;
        failure = undefined;
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- what a subscription failed with is passed on as it is
        throw error;
      }
      if (current === undefined) await subscribe(searched > position ? searched : position);
      return [];
    },
    isEnd: (position: Position) => queue.length === 0 && target !== undefined && position >= target,
  };
  const following = followByReading(source, wake, after, handler, options);
  return {
    stop: async () => {
      const stopped = following.stop();
      leave();
      await stopped;
      leave();
    },
  };
};
