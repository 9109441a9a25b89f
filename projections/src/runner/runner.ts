import { LeasedWork } from '@quorum/service-kit/leases/leased-work.ts';
import type { Position } from '@quorum/service-kit/ports/event-log.ts';
import type { Model } from '../model.ts';
import type { BuildProgress } from './builds/build.ts';
import type { Difference } from './builds/compare-builds.ts';
import { activeBuilds, dropAbandoned } from './builds/generations.ts';
import { RaisedModels } from './builds/raised-models.ts';
import { Rebuilds, type VerifyOptions } from './builds/rebuilds.ts';
import { type LiveContext, LiveRun } from './live-run.ts';
import type { RetryOutcome } from './parked-retries.ts';

export type RunnerContext = LiveContext & {
  /** Identifies this runner among several on the same read store; unique per process. */
  readonly holder: string;
  readonly models: readonly Model[];
};

/** Milliseconds for which a process that would have to build models first leaves the lead to one that need not. */
const PATIENCE = 30_000;

/** Runs over the log whenever this process leads, and restarts after a failure. */
export class Runner {
  readonly #context: RunnerContext;
  readonly #work: LeasedWork;
  readonly #waiters = new Set<(run: LiveRun) => void>();
  readonly #rebuilds: Rebuilds;
  readonly #raised: RaisedModels;
  #run: LiveRun | undefined;

  constructor(context: RunnerContext) {
    const { reads, holder, log } = context;
    this.#context = context;
    const lead = (signal: AbortSignal): Promise<void> => this.#lead(signal);
    this.#raised = new RaisedModels({ ...context, takeOver: () => this.#work.request() });
    const patience = async (): Promise<number> => {
      await this.#raised.start();
      return this.#raised.isPending ? PATIENCE : 0;
    };
    this.#work = new LeasedWork({ leases: reads, name: 'projections', holder, log, lead, patience });
    this.#rebuilds = new Rebuilds(context, this.#work.stopping);
  }

  /** Models are being built that this process cannot run before. */
  get isBuilding(): boolean {
    return this.#raised.isPending || (this.#work.leads && this.#run === undefined);
  }

  /** The current run; `undefined` while another process leads, or this one is preparing. */
  get run(): LiveRun | undefined {
    return this.#run;
  }

  /** Resolves once the current batch is committed and the lease is released. */
  async stop(): Promise<void> {
    await this.#raised.stop();
    await this.#work.stop();
  }

  /** Rebuilds models beside the active ones and switches to them at exactly the live position. */
  rebuild(names: readonly string[], onProgress?: (progress: BuildProgress) => void): Promise<void> {
    return this.#leading((run) => this.#rebuilds.rebuild(run, names, onProgress));
  }

  /**
   * Rebuilds models and compares them with the active ones byte for byte, at one position. The live run waits for the comparison.
   * @returns the first differences of each model
   */
  verify(names: readonly string[], options: VerifyOptions = {}): Promise<readonly Difference[]> {
    return this.#leading((run) => this.#rebuilds.verify(run, names, options));
  }

  retryParked(model?: string, position?: Position): Promise<RetryOutcome> {
    return this.#leading((run) => run.retries.retry(model, position));
  }

  dropParked(model: string, position: Position): Promise<boolean> {
    return this.#leading((run) => run.retries.drop(model, position));
  }

  /** Holds the lease while the work runs, taking it from another process if necessary. */
  async #leading<T>(work: (run: LiveRun) => Promise<T>): Promise<T> {
    const withdraw = await this.#work.request();
    try {
      return await work(this.#run ?? (await this.#nextRun(this.#work.stopping)));
    } finally {
      await withdraw();
    }
  }

  #nextRun(signal: AbortSignal): Promise<LiveRun> {
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#waiters.delete(found);
        reject(signal.reason as Error);
      };
      const found = (run: LiveRun): void => {
        signal.removeEventListener('abort', abort);
        this.#waiters.delete(found);
        resolve(run);
      };
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort, { once: true });
      this.#waiters.add(found);
    });
  }

  async #lead(signal: AbortSignal): Promise<void> {
    const { events, reads, clock, log, models } = this.#context;
    // From here on the leader builds them itself.
    await this.#raised.stop();
    const { builds, at, left } = await activeBuilds({ events, reads, clock, signal }, models, this.#rebuilds.underWay);
    if (signal.aborted) return;
    const run = await LiveRun.start(this.#context, builds, at, left);
    this.#run = run;
    log.info({ position: at }, 'projections follow the log');
    const stop = (): void => void run.stop();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    for (const found of this.#waiters) found(run);
    const over = new AbortController();
    // What cannot be dropped now is dropped by the next leader.
    const dropped = dropAbandoned(reads, models, AbortSignal.any([signal, over.signal])).catch(() => {});
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
