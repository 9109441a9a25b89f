import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import { BEFORE_FIRST, type Position } from '@quorum/service-kit/ports/event-log.ts';
import type { EventStore } from '@quorum/service-kit/ports/event-store.ts';
import type { ReadEngine } from '@quorum/service-kit/ports/read-store.ts';
import { sweepDocuments } from '@quorum/service-kit/sweep-documents.ts';
import { Pipeline } from '../pipeline.ts';
import { Projector } from '../projector.ts';
import { throughLog } from '../through-log.ts';
import type { Build } from './model-build.ts';

export type BuildProgress = {
  /** Events handled so far, and the approximate total. */
  readonly handled: number;
  readonly total: number;
};

export type BuildContext = {
  readonly events: EventStore;
  readonly reads: ReadEngine;
  readonly clock: Clock;
  /** Stops the work between two batches. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: BuildProgress) => void;
};

/**
 * Minimum events per commit. Large, because every commit rewrites indexes over random ids. Events folded during a commit join
 * the next one, up to 10,000 events: some seconds and 30 MB for MongoDB.
 */
const MIN_COMMIT = 2_000;

/**
 * Folds the log into generations at one common checkpoint, up to a position (inclusive) or the end of the log. Publishes no
 * changes. Removals that a commit leaves are swept before the next one.
 * @returns the checkpoint reached
 */
export const build = async (
  { events, reads, clock, signal, onProgress }: BuildContext,
  builds: readonly Build[],
  until?: Position,
): Promise<Position> => {
  const [first] = builds;
  if (first === undefined) return until ?? BEFORE_FIRST;
  const from = await reads.checkpoint(first.generation);
  if (until !== undefined && from >= until) return from;
  const end = onProgress === undefined ? from : await events.head();
  const projector = new Projector(builds, { reads, clock, parked: await reads.parked() });
  const sweep = (): Promise<void> => sweepDocuments(reads, signal);
  await sweep();
  const pipeline = new Pipeline({ projector, reads, from, gather: () => MIN_COMMIT, onPendingRemovals: sweep });
  let handled = 0;
  const folded = throughLog(events, from, signal, async (read) => {
    const batch = until === undefined ? read : read.filter(({ position }) => position <= until);
    await pipeline.take(batch);
    handled += batch.length;
    const whole = events.between(from, end).count;
    const total = Math.round((handled * whole) / Math.max(1, events.between(from, pipeline.position).count));
    onProgress?.({ handled, total: Math.max(total, handled) });
    return until === undefined || pipeline.position < until;
  });
  // A running commit must not outlast an abort: the next process reads the checkpoint.
  await folded.finally(() => pipeline.settle());
  return pipeline.committed;
};
