import { EventEmitter, once } from 'node:events';
import { LeasedWork } from '@quorum/service-kit/leases/leased-work.ts';
import { parkedName } from '@quorum/service-kit/parked-names.ts';
import { BEFORE_FIRST, type LogDistance, type Position } from '@quorum/service-kit/ports/event-log.ts';
import { activeCheckpoint } from '@quorum/service-kit/read-position.ts';
import type { Model } from '../model.ts';
import type { BuildProgress } from './builds/build.ts';
import type { Difference } from './builds/compare-builds.ts';
import { activeBuilds, dropAbandonedUpgrades, newerModels, refuseNewer } from './builds/generations.ts';
import { ModelUpgrade } from './builds/model-upgrade.ts';
import { Rebuilds, type VerifyOptions } from './builds/rebuilds.ts';
import { type LiveContext, LiveRun } from './live-run.ts';
import type { RetryOutcome } from './parked-retries.ts';

export type RunnerContext = LiveContext & {
  /** Identifies this runner among several on the same read store; unique per process. */
  readonly holder: string;
  readonly models: readonly Model[];
};

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

/** Milliseconds for which a process that has to build models first leaves the lead to one that can run at once. */
const UPGRADE_GRACE_MS = 30_000;

/**
 * Runs over the log whenever this process leads, and keeps the read models up to date. Survives outages of its engines; never throws by
 * itself.
 */
export class Runner {
  readonly #context: RunnerContext;
  readonly #names: readonly string[];
  readonly #work: LeasedWork;
  /** Emits `start` with each run. */
  readonly #runs = new EventEmitter<{ start: [LiveRun] }>();
  readonly #rebuilds: Rebuilds;
  readonly #upgrade: ModelUpgrade;
  #run: LiveRun | undefined;
  /** Models of a later release that this process replaces by its own once it leads. */
  #downgraded: readonly string[] = [];

  constructor(context: RunnerContext) {
    const { reads, holder, log, models } = context;
    this.#context = context;
    this.#names = models.map(({ name }) => name);
    const lead = (signal: AbortSignal): Promise<void> => this.#lead(signal);
    this.#upgrade = new ModelUpgrade({ ...context, takeOver: () => this.#work.request() });
    const mustBeFreeFor = async (): Promise<number> => {
      await this.#upgrade.start();
      return this.#upgrade.isPending ? UPGRADE_GRACE_MS : 0;
    };
    this.#work = new LeasedWork({ leases: reads, name: 'projections', holder, log, lead, mustBeFreeFor });
    this.#rebuilds = new Rebuilds(context, this.#work.stopping);
  }

  /** @throws LogUnavailableError, ReadStoreUnavailableError */
  // oxlint-disable-next-line complexity -- a flat reading of one status
  async status(): Promise<ProjectionStatus> {
    const { events, reads, clock } = this.#context;
    const run = this.#run;
    const checkpoint = run?.committed ?? (await this.#storedCheckpoint());
    // A follower that has handled everything need not ask the log.
    const isUpToDate = run?.isUpToDate === true;
    const [{ head, oldest }, parked] = await Promise.all([
      isUpToDate ? { head: checkpoint, oldest: undefined } : this.#ahead(checkpoint),
      this.#activeModels().then((active) => reads.countParked(active)),
    ]);
    const phase = this.#phase;
    const caughtUp = isUpToDate || (oldest === undefined && phase !== 'indexing');
    return {
      leading: run !== undefined,
      building: phase === 'upgrading' || phase === 'building',
      checkpoint,
      lag: events.between(checkpoint, oldest === undefined ? checkpoint : head),
      lagSeconds: oldest === undefined ? 0 : Math.max(0, clock.now() - Date.parse(oldest.recordedAt)) / 1_000,
      caughtUp,
      hadCaughtUp: caughtUp || phase === 'live',
      parked,
    };
  }

  /** Resolves once the current batch is committed, its changes are given to the bus, and the lease is released. */
  async stop(): Promise<void> {
    await this.#upgrade.stop();
    await this.#work.stop();
  }

  /**
   * Rebuilds models (all if none are named) beside the active ones and switches to them at exactly the live position.
   * A standby first takes the lease from the leader and hands it back afterwards. If killed at any point, the active
   * models stay as they were. Models of a later release go back to this one's, which are built before it leads.
   */
  async rebuild(
    names = this.#names,
    { onProgress }: { readonly onProgress?: (progress: BuildProgress) => void } = {},
  ): Promise<void> {
    const { reads, models } = this.#context;
    const newer = await newerModels(reads, models);
    this.#downgraded = names.filter((name) => newer.includes(name));
    const others = names.filter((name) => !newer.includes(name));
    await this.#leading((run) => this.#rebuilds.rebuild(run, others, onProgress));
  }

  /**
   * Rebuilds the models from the first event and compares them with the active ones byte for byte, at one position. The live run waits
   * for the comparison.
   * @returns the first differences of each model
   */
  verify(options: VerifyOptions = {}): Promise<readonly Difference[]> {
    return this.#leading((run) => this.#rebuilds.verify(run, this.#names, options));
  }

  /** Retries parked events now: all, a model's, or one. Those behind it follow after a success. */
  retryParked(model?: string, position?: Position): Promise<RetryOutcome> {
    return this.#leading((run) => run.retries.retry(model, position));
  }

  /** Discards a parked event for a model; logged. @returns whether it was parked */
  dropParked(model: string, position: Position): Promise<boolean> {
    return this.#leading((run) => run.retries.drop(model, position));
  }

  /** A standby builds new model versions, if it has any. A leader brings its models to one position before it runs them. */
  get #phase(): 'standby' | 'upgrading' | 'building' | LiveRun['phase'] {
    if (this.#run !== undefined) return this.#run.phase;
    if (this.#work.leads) return 'building';
    return this.#upgrade.isPending ? 'upgrading' : 'standby';
  }

  async #storedCheckpoint(): Promise<Position> {
    const found = await Promise.all(
      this.#names.map(async (name) => (await activeCheckpoint(this.#context.reads, name)) ?? BEFORE_FIRST),
    );
    return found.sort()[0] ?? BEFORE_FIRST;
  }

  #activeModels(): Promise<readonly string[]> {
    const { reads } = this.#context;
    return Promise.all(
      this.#names.map(async (model) => parkedName({ model, generation: await reads.activeGeneration(model) })),
    );
  }

  /**
   * The head of the log, and the oldest event not folded yet. On a shared server the next event may lie behind many of other
   * products, so it is looked for only if there is one.
   */
  async #ahead(checkpoint: Position) {
    const { events } = this.#context;
    const head = await events.head();
    const [oldest] = head > checkpoint ? await events.readAll(checkpoint, 1) : [];
    return { head, oldest };
  }

  /** Holds the lease while the work runs, taking it from another process if necessary. */
  async #leading<T>(work: (run: LiveRun) => Promise<T>): Promise<T> {
    const { reads, models } = this.#context;
    refuseNewer(await newerModels(reads, models), this.#downgraded);
    const withdraw = await this.#work.request();
    try {
      return await work(this.#run ?? (await this.#nextRun()));
    } finally {
      await withdraw();
    }
  }

  async #nextRun(): Promise<LiveRun> {
    return (await once(this.#runs, 'start', { signal: this.#work.stopping }))[0] as LiveRun;
  }

  async #lead(signal: AbortSignal): Promise<void> {
    const { events, reads, clock, log, models } = this.#context;
    // From here on the leader builds them itself.
    await this.#upgrade.stop();
    const { builds, at, replaced } = await activeBuilds(
      { events, reads, clock, signal },
      models,
      this.#rebuilds.building,
      this.#downgraded,
    );
    this.#downgraded = [];
    if (signal.aborted) return;
    const run = await LiveRun.start(this.#context, builds, at, replaced);
    this.#run = run;
    log.info({ position: at }, 'projections follow the log');
    const stop = (): void => void run.stop();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    this.#runs.emit('start', run);
    const over = new AbortController();
    // The next leader drops generations that cannot be dropped now.
    const dropped = dropAbandonedUpgrades(reads, models, AbortSignal.any([signal, over.signal])).catch(() => {});
    try {
      const failure = await run.ended;
      // oxlint-disable-next-line typescript/only-throw-error -- the run's failure is rethrown unchanged
      if (failure !== undefined) throw failure;
    } finally {
      signal.removeEventListener('abort', stop);
      over.abort();
      await Promise.all([run.stop(), dropped]);
      this.#run = undefined;
    }
  }
}
