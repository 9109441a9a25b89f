import type { Readable } from 'node:stream';
import {
  type AllStreamSubscription,
  excludeSystemEvents,
  type Position as ServerPosition,
  streamNameFilter,
} from '@eventstore/db-client';
import {
  BEFORE_FIRST,
  type FollowOptions,
  type Position,
  type RecordedEvent,
  type Subscription,
} from '@quorum/service-kit/ports/event-log.ts';
import { type FollowSource, followByReading, type Wake } from '../follow-loop.ts';
import type { ServerConnection } from './eventstoredb-connection.ts';
import {
  formatPosition,
  fromServer,
  parsePosition,
  type ServerEvent,
  type StreamNames,
} from './eventstoredb-format.ts';

export type FollowedServer = {
  readonly connection: ServerConnection;
  readonly streams: StreamNames;
  /**
   * Approximate maximum of events received but not yet handled. The server disconnects a live subscriber that does not accept
   * events at once, so they are buffered here. When the buffer is full, reading pauses. A catching-up subscriber may do that; one
   * disconnected for it resumes after what was delivered.
   */
  readonly queueLimit: number;
  /** Milliseconds without an event after which the subscription is checked against the end of the log. */
  readonly checkAfter: number;
  readonly head: (considered: Position) => Promise<Position>;
  /** Called for each event in log order, as soon as it arrives. @param hash undefined for an event written by something else. */
  readonly onEvent?: (event: RecordedEvent, hash: string | undefined) => void;
  /** Called with a position up to which everything has been delivered. */
  readonly onSearched?: (position: Position) => void;
};

/** While catching up, events are delivered this many at a time, or fewer after this many milliseconds without another. */
const MAX_BATCH = 500;
const BATCH_WINDOW_MS = 20;

type Checkpoints = Pick<Parameters<typeof excludeSystemEvents>[0] & object, 'checkpointInterval' | 'checkpointReached'>;

/** Filtered by the server, so that other products' events are never transferred. */
const filterOf = ({ beginnings }: StreamNames, checkpoints: Checkpoints) =>
  beginnings === undefined
    ? excludeSystemEvents(checkpoints)
    : streamNameFilter({ prefixes: [...beginnings], ...checkpoints });

export type ServerSource = FollowSource & {
  /** Ends the subscription and drops what it delivered ahead. The next `read` subscribes again, after its position. */
  leave(): void;
};

/**
 * Reads the log over as many server subscriptions as necessary. Each ends with a lost connection, a full queue or a server
 * timeout, and the next one resumes after what was delivered.
 */
// oxlint-disable-next-line max-lines-per-function -- the life of one subscription: its handlers share its state
export const serverSource = (
  { connection, streams, queueLimit, checkAfter, head, onEvent, onSearched }: FollowedServer,
  after: Position,
  wake: Wake,
): ServerSource => {
  let queue: RecordedEvent[] = [];
  let current: AllStreamSubscription | undefined;
  let failure: unknown;
  /** Whether the queue may be taken. */
  let isDue = false;
  let gathering: NodeJS.Timeout | undefined;
  let handingOn: NodeJS.Immediate | undefined;
  /** Position up to which the server found nothing beyond what is queued or delivered. */
  let searched = after;
  let lastActive = 0;
  /** Head of the log at the last check. */
  let awaited: Position | undefined;
  /** Head of the log when the subscription started. Reaching it means having caught up. */
  let target: Position | undefined;

  const handOn = (): void => {
    clearTimeout(gathering);
    clearImmediate(handingOn);
    gathering = undefined;
    handingOn = undefined;
    isDue = true;
    wake.give();
  };

  /** Everything that the connection holds at this moment becomes one batch, and more than that while catching up. */
  const gather = ({ position }: RecordedEvent): void => {
    if (target !== undefined && position < target && queue.length < MAX_BATCH)
      gathering = gathering?.refresh() ?? setTimeout(handOn, BATCH_WINDOW_MS);
    else handingOn ??= setImmediate(handOn);
  };

  const unsubscribe = (): void => {
    const left = current;
    current = undefined;
    target = undefined;
    // The connection may be gone already, and then there is nothing to close.
    left?.unsubscribe().catch(() => {});
  };

  const take = (subscription: AllStreamSubscription, event: ServerEvent | undefined): void => {
    if (subscription !== current || event === undefined || !streams.isOwn(event)) return;
    const { recorded, hash } = fromServer(streams.own(event));
    onEvent?.(recorded, hash);
    queue.push(recorded);
    lastActive = Date.now();
    if (queue.length >= queueLimit) subscription.pause();
    gather(recorded);
  };

  const fail = (subscription: AllStreamSubscription, error: unknown): void => {
    if (subscription !== current) return;
    unsubscribe();
    failure = error;
    handOn();
  };

  /** A subscription may be alive and deliver nothing. */
  const check = async (position: Position): Promise<void> => {
    if (Date.now() - lastActive < checkAfter) return;
    lastActive = Date.now();
    if (awaited !== undefined && position < awaited) {
      unsubscribe();
      throw new Error('the subscription delivers nothing');
    }
    awaited = await head(position);
  };

  const subscribe = async (from: Position): Promise<void> => {
    const headNow = await head(from);
    const subscription = connection.subscribe((client) =>
      client.subscribeToAll({
        fromPosition: parsePosition(from),
        requiresLeader: true,
        filter: filterOf(streams, {
          checkpointInterval: 10,
          checkpointReached: (origin, position: ServerPosition) => {
            // An event before the checkpoint may still be in the client's buffer. It would be skipped if the connection broke now
            // and the next subscription started at the checkpoint.
            if (origin === current && (origin as unknown as Readable).readableLength === 0) {
              searched = formatPosition(position);
              if (onSearched !== undefined) wake.give();
            }
          },
        }),
      }),
    );
    current = subscription;
    lastActive = Date.now();
    awaited = undefined;
    subscription.on('confirmation', () => {
      if (subscription !== current) return;
      target = headNow;
      wake.give();
    });
    subscription.on('data', ({ event }) => take(subscription, event as ServerEvent | undefined));
    // Stays attached, because a late error would otherwise crash the process.
    subscription.on('error', (error) => fail(subscription, error));
    subscription.on('end', () => fail(subscription, new Error('the subscription ended')));
    subscription.on('close', () => fail(subscription, new Error('the subscription was closed')));
  };

  const taken = (limit: number): readonly RecordedEvent[] => {
    const batch = queue.slice(0, limit);
    queue = queue.slice(limit);
    isDue = queue.length > 0;
    if (queue.length < queueLimit / 2) current?.resume();
    return batch;
  };

  const throwFailure = (): void => {
    const error = failure;
    failure = undefined;
    // oxlint-disable-next-line typescript/only-throw-error -- the subscription's failure is rethrown unchanged
    if (error !== undefined) throw error;
  };

  return {
    poll: checkAfter,
    read: async (position: Position, limit: number): Promise<readonly RecordedEvent[]> => {
      if (queue.length > 0 && isDue) return taken(limit);
      throwFailure();
      const known = searched > position ? searched : position;
      if (current === undefined) await subscribe(known);
      else await check(position);
      if (queue.length === 0) onSearched?.(known);
      return [];
    },
    isEnd: (position: Position) => queue.length === 0 && target !== undefined && position >= target,
    leave: () => {
      unsubscribe();
      queue = [];
      failure = undefined;
      searched = BEFORE_FIRST;
    },
  };
};

/** Follows the log through its own source. */
// oxlint-disable-next-line max-params -- the arguments of a log's `follow`, and what it reads with
export const followServer = (
  source: ServerSource,
  wake: Wake,
  after: Position,
  handler: (events: readonly RecordedEvent[]) => Promise<void>,
  options?: FollowOptions,
): Subscription => {
  const following = followByReading(source, wake, after, handler, options);
  return {
    stop: async () => {
      const stopped = following.stop();
      source.leave();
      await stopped;
      source.leave();
    },
  };
};
