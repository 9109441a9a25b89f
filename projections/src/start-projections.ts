import { activeCheckpoint } from '@quorum/service-kit/active-checkpoint.ts';
import { parkedName } from '@quorum/service-kit/parked-names.ts';
import { BEFORE_FIRST, type LogDistance, type Position } from '@quorum/service-kit/ports/event-log.ts';
import { allModels } from './features.ts';
import type { BuildProgress } from './runner/builds/build.ts';
import type { Difference } from './runner/builds/compare-builds.ts';
import type { VerifyOptions } from './runner/builds/rebuilds.ts';
import type { RetryOutcome } from './runner/parked-retries.ts';
import { Runner, type RunnerContext } from './runner/runner.ts';

/** Only tests change the models. */
export type ProjectionsOptions = Omit<RunnerContext, 'models'> & Partial<Pick<RunnerContext, 'models'>>;

export type ProjectionStatus = {
  /** Whether this instance writes; the others stand by. */
  readonly leading: boolean;
  /** Whether this instance builds models that it cannot run before. */
  readonly building: boolean;
  /** Position up to which the read models are stored. Queries with a minimum position wait for it. */
  readonly checkpoint: Position;
  /** How far the read models are behind the log, and the age in seconds of the oldest event not yet in them. */
  readonly lag: LogDistance;
  readonly lagSeconds: number;
  readonly caughtUp: boolean;
  /** Whether they have caught up once since this process started writing them; for a standby, whether they are caught up now. */
  readonly hadCaughtUp: boolean;
  readonly parked: number;
};

export type Projections = {
  /** @throws LogUnavailableError, ReadStoreUnavailableError */
  status(): Promise<ProjectionStatus>;
  /** Retries parked events now: all, a model's, or one. Those behind it follow after a success. */
  retryParked(model?: string, position?: Position): Promise<RetryOutcome>;
  /** Discards a parked event for a model; logged. @returns whether it was parked */
  dropParked(model: string, position: Position): Promise<boolean>;
  /**
   * Rebuilds models (all if none are named) beside the active ones and switches over. A standby first takes the lease from the
   * leader and hands it back afterwards. If killed at any point, the active models stay as they were.
   */
  rebuild(
    models?: readonly string[],
    options?: { readonly onProgress?: (progress: BuildProgress) => void },
  ): Promise<void>;
  /** Compares the active documents with a rebuild from the first event, byte for byte; empty if they are equal. */
  verify(models?: readonly string[], options?: VerifyOptions): Promise<readonly Difference[]>;
  /** Resolves once the current batch is committed and its changes are given to the bus. */
  stop(): Promise<void>;
};

/** Follows the log and keeps the read models up to date. Survives outages of its engines; never throws by itself. */
export const startProjections = (options: ProjectionsOptions): Projections => {
  const { events, reads, clock, models = allModels } = options;
  const runner = new Runner({ ...options, models });
  const names = models.map(({ name }) => name);

  const storedCheckpoint = async (): Promise<Position> => {
    const found = await Promise.all(
      models.map(async ({ name }) => (await activeCheckpoint(reads, name)) ?? BEFORE_FIRST),
    );
    return found.sort()[0] ?? BEFORE_FIRST;
  };

  const activeModels = (): Promise<readonly string[]> =>
    Promise.all(names.map(async (model) => parkedName({ model, generation: await reads.activeGeneration(model) })));

  /**
   * The head of the log, and the oldest event not folded yet. On a shared server the next event may lie behind many of other
   * products, so it is looked for only if there is one.
   */
  const ahead = async (checkpoint: Position) => {
    const head = await events.head();
    const [oldest] = head > checkpoint ? await events.readAll(checkpoint, 1) : [];
    return { head, oldest };
  };

  const secondsSince = (event: { readonly recordedAt: string } | undefined): number =>
    event === undefined ? 0 : Math.max(0, clock.now() - Date.parse(event.recordedAt)) / 1_000;

  return {
    // oxlint-disable-next-line complexity -- a flat reading of one status
    status: async () => {
      const { run } = runner;
      const checkpoint = run?.committed ?? (await storedCheckpoint());
      // A follower that has handled everything need not ask the log.
      const isUpToDate = run?.caughtUp === true;
      const [{ head, oldest }, waiting] = await Promise.all([
        isUpToDate ? { head: checkpoint, oldest: undefined } : ahead(checkpoint),
        activeModels().then((active) => reads.countParked(active)),
      ]);
      const caughtUp = isUpToDate || (oldest === undefined && run?.isIndexing !== true);
      return {
        leading: run !== undefined,
        building: runner.isBuilding,
        checkpoint,
        lag: events.between(checkpoint, oldest === undefined ? checkpoint : head),
        lagSeconds: secondsSince(oldest),
        caughtUp,
        hadCaughtUp: caughtUp || Boolean(run?.hadCaughtUp),
        parked: waiting,
      };
    },
    retryParked: (model, position) => runner.retryParked(model, position),
    dropParked: (model, position) => runner.dropParked(model, position),
    rebuild: (chosen = names, { onProgress } = {}) => runner.rebuild(chosen, onProgress),
    verify: (chosen = names, options = {}) => runner.verify(chosen, options),
    stop: () => runner.stop(),
  };
};
