import type { Clock } from '@quorum/contracts/ports/clock.ts';
import { BEFORE_FIRST, type Position } from '@quorum/contracts/ports/event-log.ts';
import type { EventStore } from '@quorum/contracts/ports/event-store.ts';
import type { ReadStore } from '@quorum/contracts/ports/read-store.ts';
import { Folder } from './folder.ts';
import type { Build } from './model-build.ts';
import { Pipeline } from './pipeline.ts';

export type BuildProgress = {
  readonly models: readonly string[];
  /** Events handled so far, of about so many; counted up to 100,000 in advance. */
  readonly handled: number;
  readonly total: number;
  readonly elapsedMs: number;
};

export type BuildContext = {
  readonly events: EventStore;
  readonly reads: ReadStore;
  readonly clock: Clock;
  /** Ends the work between two batches. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: BuildProgress) => void;
};

/** Events read and folded in one go, in which nothing else has its turn; so few that they are garbage while they are young. */
const SLICE = 500;
/** Not every log knows how many events it has without reading them. */
const MOST_COUNTED = 100_000;
/** Events of one commit. Many: the indexes over random ids are rewritten with every commit, and the fewer commits the fewer times. */
const GATHER = 10_000;

/**
 * Folds the log into generations, which have one and the same checkpoint, up to a position (inclusive), or to the end of the log
 * as it is met. Gives no changes.
 * @returns the checkpoint reached
 */
export const build = async (
  { events, reads, clock, signal, onProgress }: BuildContext,
  builds: readonly Build[],
  until?: Position,
): Promise<Position> => {
  const [first] = builds;
  if (first === undefined) return until ?? BEFORE_FIRST;
  const startedAt = clock.now();
  const from = await reads.checkpoint(first.generation);
  const total = onProgress === undefined ? 0 : await events.countAfter(from, MOST_COUNTED);
  const folder = new Folder(builds, reads, clock, await reads.parked());
  const pipeline = new Pipeline({ folder, reads, from, gather: GATHER });
  const models = builds.map(({ model }) => model.name);
  let handled = 0;
  let next = events.readAll(from, SLICE);
  for (;;) {
    const read = await next;
    const batch = until === undefined ? read : read.filter(({ position }) => position <= until);
    const last = batch.at(-1);
    const more = last !== undefined && batch.length === SLICE && last.position !== until;
    if (more) {
      next = events.readAll(last.position, SLICE);
      next.catch(() => {});
    }
    signal?.throwIfAborted();
    await pipeline.take(batch);
    handled += batch.length;
    onProgress?.({ models, handled, total: Math.max(total, handled), elapsedMs: clock.now() - startedAt });
    if (!more) break;
    // Logs and keys that lie in this process answer at once.
    await new Promise((resolve) => setImmediate(resolve));
  }
  await pipeline.settle();
  return pipeline.committed;
};
