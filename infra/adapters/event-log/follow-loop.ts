import { backOff } from '@quorum/service-kit/back-off.ts';
import type { FollowOptions, Position, RecordedEvent, Subscription } from '@quorum/service-kit/ports/event-log.ts';

const DEFAULT_BATCH = 500;

/** Milliseconds before reading again, by consecutive failures. */
export const pauseAfter = backOff(50, 1_000);

/** A signal that is not lost if nobody is waiting: `wait` returns at once if it was given since the last wait. */
export class Wake {
  #given = false;
  #resolve: (() => void) | undefined;

  give(): void {
    this.#given = true;
    this.#resolve?.();
  }

  /** @param limit milliseconds; if absent, waits for the signal alone. */
  async wait(limit?: number): Promise<void> {
    if (!this.#given) {
      await new Promise<void>((resolve) => {
        const timer = limit === undefined ? undefined : setTimeout(resolve, limit);
        this.#resolve = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#resolve = undefined;
    }
    this.#given = false;
  }
}

export type FollowSource = {
  /** Events after a position; empty if there are none yet. The wake signal says when to ask again. */
  readonly read: (after: Position, limit: number) => Promise<readonly RecordedEvent[]>;
  /** Whether there is nothing after a position. */
  readonly isEnd: (position: Position) => boolean;
  /** Maximum wait for a signal in milliseconds; `undefined` if every append signals. */
  readonly poll?: number;
};

/**
 * Reads from a position, batch by batch, and sleeps at the end of the log until it is woken. A batch that its handler rejects is
 * delivered again until it succeeds.
 */
// oxlint-disable-next-line max-params -- the arguments of a log's `follow`, and the two functions it reads with
export const followByReading = (
  source: FollowSource,
  wake: Wake,
  after: Position,
  handler: (events: readonly RecordedEvent[]) => Promise<void>,
  options: FollowOptions = {},
): Subscription => {
  const { batchSize = DEFAULT_BATCH, onCaughtUp = () => {}, onError = () => {} } = options;
  let stopped = false;

  // oxlint-disable-next-line complexity -- one loop: reading, waiting, backing off and stopping share their state
  const run = async (): Promise<void> => {
    let position = after;
    let caughtUp = false;
    let failures = 0;
    let batch: readonly RecordedEvent[] = [];
    while (!stopped) {
      try {
        if (batch.length === 0) batch = await source.read(position, batchSize);
        const last = batch.at(-1);
        if (last !== undefined && !stopped) {
          await handler(batch);
          position = last.position;
          batch = [];
        }
        const atEnd = source.isEnd(position);
        if (atEnd || last !== undefined) failures = 0;
        if (atEnd !== caughtUp && !stopped) {
          caughtUp = atEnd;
          onCaughtUp(caughtUp);
        }
        // Even a handler that never awaits must let other work run.
        if (last !== undefined && !atEnd) await new Promise((resolve) => setImmediate(resolve));
        else if (!stopped) await wake.wait(source.poll);
      } catch (error) {
        if (stopped) return;
        onError(error);
        failures += 1;
        const until = Date.now() + pauseAfter(failures);
        while (!stopped && Date.now() < until) await wake.wait(until - Date.now());
      }
    }
  };

  const ended = run();
  return {
    stop: async () => {
      stopped = true;
      wake.give();
      await ended;
    },
  };
};
