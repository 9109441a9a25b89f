import type { Readable } from 'node:stream';
import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  excludeSystemEvents,
  type Position as ServerPosition,
  streamNameFilter,
} from '@eventstore/db-client';
import type {
  FollowOptions,
  Position,
  RecordedEvent,
  Revision,
  Subscription,
} from '@quorum/service-kit/ports/event-log.ts';
import {
  formatPosition,
  fromServer,
  parsePosition,
  type ServerEvent,
  type StreamNames,
} from './eventstoredb-format.ts';
import { followByReading, Wake } from './follow-loop.ts';

export type FollowedServer = {
  readonly client: EventStoreDBClient;
  readonly streams: StreamNames;
  /**
   * Events taken off the connection and not yet handled, at most about so many: the server throws a live subscriber off that does not take
   * its events at once, so they wait here. With more the connection waits, which a subscriber that catches up may do; one that is thrown
   * off for it begins again behind what was handed over.
   */
  readonly queueLimit: number;
  readonly head: (considered: Position) => Promise<Position>;
  /** Told of the chain's end in a stream, in the order of the log. */
  readonly onLink?: (stream: string, revision: Revision, hash: string) => void;
  /** Told of a position up to which there is nothing that was not handed over. */
  readonly onSearched?: (position: Position) => void;
};

type Checkpoints = Pick<Parameters<typeof excludeSystemEvents>[0] & object, 'checkpointInterval' | 'checkpointReached'>;

/** The server filters, so that other products' events never cross the connection. */
const filterOf = (prefix: string, checkpoints: Checkpoints) =>
  prefix === '' ? excludeSystemEvents(checkpoints) : streamNameFilter({ prefixes: [prefix], ...checkpoints });

/**
 * Follows the log over as many server subscriptions as it takes: each ends with a lost connection, a full queue or the
 * server's patience, and the next begins behind what was handed over.
 */
export const followServer = (
  { client, streams, queueLimit, head, onLink, onSearched }: FollowedServer,
  after: Position,
  handler: (events: readonly RecordedEvent[]) => Promise<void>,
  options?: FollowOptions,
  // eslint-disable-next-line max-lines-per-function -- the life of one subscription: its handlers share what they know of it
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
    const { recorded, hash } = fromServer(streams.own(event));
    if (hash !== undefined) onLink?.(recorded.stream, recorded.revision, hash);
    queue.push(recorded);
    if (queue.length >= queueLimit) subscription.pause();
    wake.give();
  };

  const fail = (subscription: AllStreamSubscription, error: unknown): void => {
    if (subscription !== current) return;
    leave();
    failure = error;
    wake.give();
  };

  const subscribe = async (from: Position): Promise<void> => {
    const headNow = await head(from);
    const subscription = client.subscribeToAll({
      fromPosition: parsePosition(from),
      requiresLeader: true,
      filter: filterOf(streams.prefix, {
        checkpointInterval: 10,
        checkpointReached: (origin, position: ServerPosition) => {
          // An event before the checkpoint may still lie in the client's buffer; it would be skipped if the connection
          // broke now and the next subscription began at the checkpoint.
          if (origin === current && (origin as unknown as Readable).readableLength === 0) {
            searched = formatPosition(position);
            if (onSearched !== undefined) wake.give();
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
        if (queue.length < queueLimit / 2) current?.resume();
        return batch;
      }
      if (failure !== undefined) {
        const error = failure;
        failure = undefined;
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- what a subscription failed with is passed on as it is
        throw error;
      }
      const known = searched > position ? searched : position;
      if (current === undefined) await subscribe(known);
      else onSearched?.(known);
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
