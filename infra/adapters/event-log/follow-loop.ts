import type { FollowOptions, Position, RecordedEvent, Subscription } from '@quorum/contracts/ports/event-log.ts';

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 5_000;
const DEFAULT_BATCH = 500;

/** Pause before a repeat in milliseconds, doubled by every failure in a row; half of it is chance, so that many do not repeat together. */
export const backOff = (failures: number, random: () => number = Math.random): number => {
  const full = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(failures - 1, 16));
  return full / 2 + (full / 2) * random();
};

/** A signal that is not lost when nobody waits: `wait` returns at once if it was given since the last wait. */
export class Wake {
  #given = false;
  #resolve: (() => void) | undefined;

  give(): void {
    this.#given = true;
    this.#resolve?.();
  }

  /** @param limit milliseconds; without it waits for the signal alone. */
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
  /** Events after a position; empty when there are none yet: the wake tells when to ask again. */
  readonly read: (after: Position, limit: number) => Promise<readonly RecordedEvent[]>;
  /** Whether nothing comes after a position. */
  readonly isEnd: (position: Position) => boolean;
  /** How long to wait for a signal at most, milliseconds; `undefined` when every append gives one. */
  readonly poll?: number;
};

/**
 * Reads on from a position, batch by batch, and sleeps at the end of the log until it is woken. A batch that its
 * handler refuses is handed over again until it is taken.
 */
export const followByReading = (
  source: FollowSource,
  wake: Wake,
  after: Position,
  handler: (events: readonly RecordedEvent[]) => Promise<void>,
  options: FollowOptions = {},
): Subscription => {
  const { batchSize = DEFAULT_BATCH, onCaughtUp = () => {}, onError = () => {} } = options;
  let stopped = false;

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
        // Even a handler that never waits must let others have their turn.
        if (last !== undefined && !atEnd) await new Promise((resolve) => setImmediate(resolve));
        else if (!stopped) await wake.wait(source.poll);
      } catch (error) {
        if (stopped) return;
        onError(error);
        failures += 1;
        const until = Date.now() + backOff(failures);
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
