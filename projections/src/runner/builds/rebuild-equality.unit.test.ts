import type { DomainEvent } from '@quorum/domain/event-catalogue.ts';
import { streamOf } from '@quorum/domain/testing/recorded-events.ts';
import { systemClock } from '@quorum/service-kit/ports/clock.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allModels } from '../../features.ts';
import { MemoryEventStore } from '../../testing/memory-event-store.ts';
import { MemoryReadStore } from '../../testing/memory-read-store.ts';
import { anyEvent } from '../../testing/random-history.ts';
import { Pipeline } from '../pipeline.ts';
import { Projector } from '../projector.ts';
import { Sequences } from '../sequences.ts';
import { build } from './build.ts';
import { activeBuilds } from './generations.ts';

const logOf = (history: readonly DomainEvent[]): MemoryEventStore => {
  const events = new MemoryEventStore();
  for (const event of history) events.add(streamOf(event), event);
  return events;
};

type Step = { readonly size: number; readonly next: 'continue' | 'restart' | 'crash in the commit' };
const step: fc.Arbitrary<Step> = fc.record({
  size: fc.integer({ min: 1, max: 17 }),
  next: fc.constantFrom('continue', 'continue', 'continue', 'restart', 'crash in the commit'),
});

/** So few documents that most must be read again, even while they are being committed. */
const REMEMBERED = 2;

/** A slow commit, so that the next batch is folded meanwhile. */
const slowly = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

/** Runs over the whole log in batches of these sizes. A step may discard everything in memory. */
const runWith = async (events: MemoryEventStore, reads: MemoryReadStore, steps: readonly Step[]): Promise<void> => {
  reads.beforeCommit = slowly;
  let at = '';
  const start = async (): Promise<Pipeline> => {
    const active = await activeBuilds({ events, reads, clock: systemClock }, allModels, new Set());
    at = active.at;
    const sequences = new Sequences(reads);
    const projector = new Projector(active.builds, {
      reads,
      clock: systemClock,
      parked: await reads.parked(),
      kept: REMEMBERED,
    });
    return new Pipeline({
      projector,
      reads,
      from: at,
      onPendingRemovals: () => {},
      changesOf: (done) => sequences.number(done),
    });
  };
  let pipeline = await start();
  for (let i = 0; ; i += 1) {
    const { size, next } = steps[i % steps.length] as Step;
    const batch = await events.readAll(pipeline.position, size);
    if (batch.length === 0) break;
    // Each round of steps succeeds at least once; otherwise the run would never end.
    const crash = next === 'crash in the commit' && i < steps.length;
    if (crash) {
      await pipeline.settle();
      reads.beforeCommit = () => {
        throw new Error('the power went');
      };
    }
    await pipeline.take(batch);
    if (crash) {
      await expect(pipeline.settle()).rejects.toThrow('the power went');
      reads.beforeCommit = slowly;
    } else if (next === 'restart') await pipeline.settle();
    if (crash || next === 'restart') pipeline = await start();
  }
  await pipeline.settle();
};

const contiguous = (reads: MemoryReadStore): void => {
  const last = new Map<string, number>();
  for (const { audience, sequence } of reads.changes) {
    expect(sequence).toBe((last.get(audience) ?? 0) + 1);
    last.set(audience, sequence);
  }
};

describe('the running models', () => {
  it('the running models equal a rebuild byte for byte, whatever the batches, restarts and crashes, with gapless change numbers (CQRS-04)', async () => {
    const history = fc.array(anyEvent, { minLength: 1, maxLength: 120 });
    const steps = fc.array(step, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(history, steps, async (happened, plan) => {
        const events = logOf(happened);
        const [running, rebuilt] = [new MemoryReadStore(), new MemoryReadStore()];
        await runWith(events, running, plan);
        const { builds } = await activeBuilds({ events, reads: rebuilt, clock: systemClock }, allModels, new Set());
        await build({ events, reads: rebuilt, clock: systemClock }, builds);
        expect(await running.parked()).toEqual([]);
        expect(running.snapshot()).toEqual(rebuilt.snapshot());
        contiguous(running);
      }),
      { numRuns: 200 },
    );
  });

  it('the running models publish the same changes in the same order whatever the batches', async () => {
    const history = fc.array(anyEvent, { minLength: 1, maxLength: 60 });
    const steps = fc.array(step, { minLength: 1, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(history, steps, async (happened, plan) => {
        const events = logOf(happened);
        const [one, other] = [new MemoryReadStore(), new MemoryReadStore()];
        await runWith(events, one, plan);
        await runWith(events, other, [{ size: 1_000, next: 'continue' }]);
        expect(one.changes).toEqual(other.changes);
      }),
      { numRuns: 60 },
    );
  });
});
