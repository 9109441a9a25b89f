import type { Bus } from '@quorum/contracts/ports/bus.ts';
import type { Clock } from '@quorum/contracts/ports/clock.ts';
import { BEFORE_FIRST, type Position } from '@quorum/contracts/ports/event-log.ts';
import type { EventStore } from '@quorum/contracts/ports/event-store.ts';
import type { ParkedEvent, ReadStore } from '@quorum/contracts/ports/read-store.ts';
import type { Logger } from 'pino';
import { allModels } from './models/all-models.ts';
import type { Model } from './models/model.ts';
import type { BuildProgress } from './runner/build.ts';
import { generationOf } from './runner/model-build.ts';
import type { RetryOutcome } from './runner/parked-retries.ts';
import { plainParked, Runner } from './runner/runner.ts';
import type { Difference } from './runner/shadow.ts';

export type ProjectionsOptions = {
  readonly events: EventStore;
  readonly reads: ReadStore;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Logger;
  /** Who this runner is among several on the same read store; unique per process. */
  readonly holder: string;
  /** Only tests give others. */
  readonly models?: readonly Model[];
};

export type ProjectionStatus = {
  /** Whether this instance writes; the others stand by. */
  readonly leading: boolean;
  /** Position up to which the read models are stored; what a query with a minimal position waits for. */
  readonly checkpoint: Position;
  /** How far the read models are behind the log: events (counted up to 10,000) and the age of the oldest one in seconds. */
  readonly lagEvents: number;
  readonly lagSeconds: number;
  readonly caughtUp: boolean;
  readonly parked: number;
};

export type Projections = {
  /** @throws LogUnavailableError, ReadStoreUnavailableError */
  status(): Promise<ProjectionStatus>;
  /** Parked events of the active generations, oldest first; `model` is the plain name. */
  parked(): Promise<readonly ParkedEvent[]>;
  /** Tries parked events now: all, a model's, or one; those behind it follow once it goes through. */
  retryParked(model?: string, position?: Position): Promise<RetryOutcome>;
  /** Gives a parked event up for a model; logged. @returns whether it was parked */
  dropParked(model: string, position: Position): Promise<boolean>;
  /**
   * Builds models (all without names) anew beside the active ones and switches over. In an instance that stands by it first takes the
   * lead from the other one, and hands it back. Killed at any point it leaves the active models as they were.
   */
  rebuild(
    models?: readonly string[],
    options?: { readonly onProgress?: (progress: BuildProgress) => void },
  ): Promise<void>;
  /** Compares the active documents with a rebuild from the first event, byte for byte; empty when they are equal. */
  verify(
    models?: readonly string[],
    options?: { readonly onProgress?: (progress: BuildProgress) => void },
  ): Promise<readonly Difference[]>;
  /** Resolves after the batch under way is committed and its changes are handed to the bus. */
  stop(): Promise<void>;
};

const MOST_LAG = 10_000;

/** Follows the log and keeps the read models. Survives outages of its engines; never throws by itself. */
export const startProjections = (options: ProjectionsOptions): Projections => {
  const { events, reads, clock, models = allModels } = options;
  const runner = new Runner({ ...options, models });
  const names = models.map(({ name }) => name);

  const storedCheckpoint = async (): Promise<Position> => {
    const found = await Promise.all(
      models.map(async (model) => {
        const active = await reads.activeGeneration(model.name);
        return active === undefined ? BEFORE_FIRST : reads.checkpoint(generationOf(model, active));
      }),
    );
    return found.sort()[0] ?? BEFORE_FIRST;
  };

  const parked = async (): Promise<readonly ParkedEvent[]> => {
    const active = await Promise.all(
      models.map(async (model) => `${model.name}@${await reads.activeGeneration(model.name)}`),
    );
    return (await reads.parked()).filter(({ model }) => active.includes(model)).map(plainParked);
  };

  return {
    parked,
    status: async () => {
      const { run } = runner;
      const checkpoint = run?.committed ?? (await storedCheckpoint());
      const [lagEvents, [oldest], waiting] = await Promise.all([
        events.countAfter(checkpoint, MOST_LAG),
        events.readAll(checkpoint, 1),
        parked(),
      ]);
      const lagMs = oldest === undefined ? 0 : Math.max(0, clock.now() - Date.parse(oldest.recordedAt));
      return {
        leading: run !== undefined,
        checkpoint,
        lagEvents,
        lagSeconds: lagMs / 1_000,
        caughtUp: run === undefined ? lagEvents === 0 : run.caughtUp || lagEvents === 0,
        parked: waiting.length,
      };
    },
    retryParked: (model, position) => runner.retryParked(model, position),
    dropParked: (model, position) => runner.dropParked(model, position),
    rebuild: (chosen = names, { onProgress } = {}) => runner.rebuild(chosen, onProgress),
    verify: (chosen = names, { onProgress } = {}) => runner.verify(chosen, onProgress),
    stop: () => runner.stop(),
  };
};
