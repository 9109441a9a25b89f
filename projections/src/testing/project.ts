import type { StoredEvent } from '@quorum/domain/stored-event.ts';
import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import { BEFORE_FIRST } from '@quorum/service-kit/ports/event-log.ts';
import type { Document } from '@quorum/service-kit/ports/read-store.ts';
import type { Model } from '../model.ts';
import { generationOf } from '../runner/builds/model-build.ts';
import { Pipeline } from '../runner/pipeline.ts';
import { Projector } from '../runner/projector.ts';
import { MemoryReadStore } from './memory-read-store.ts';
import type { Projected } from './projection-testing.ts';

/** Folds events into one model one at a time, as the runner does. @throws if an event would be parked. */
export const projectWith =
  (model: Model) =>
  async (events: readonly StoredEvent[]): Promise<Projected> => {
    const reads = new MemoryReadStore();
    const generation = generationOf(model, '1-1');
    await reads.prepare(generation);
    await reads.activate(generation);
    const projector = new Projector([{ model, generation }], { reads, clock: systemClock });
    const pipeline = new Pipeline({ projector, reads, from: BEFORE_FIRST, onPendingRemovals: () => {} });
    for (const event of events) await pipeline.take([event]);
    await pipeline.settle();
    const [parked] = await reads.parked();
    if (parked !== undefined) throw new Error(`${parked.type} was parked: ${parked.reason}`);
    return Object.fromEntries(
      Object.entries(reads.snapshot()).map(([name, rows]) => [
        name,
        Object.values(rows).map((text) => JSON.parse(text) as Document),
      ]),
    );
  };
