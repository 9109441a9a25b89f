import type { Position } from '@quorum/contracts/ports/event-log.ts';
import type { ParkedEvent } from '@quorum/contracts/ports/read-store.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { Model } from '../models/model.ts';
import type { BuildProgress } from './build.ts';
import { activeBuilds } from './generations.ts';
import { Leadership } from './leadership.ts';
import { type LiveContext, LiveRun } from './live-run.ts';
import type { RetryOutcome } from './parked-retries.ts';
import type { Difference } from './shadow.ts';
import { SideBuilds } from './side-builds.ts';

export type RunnerContext = LiveContext & {
  /** Who this runner is among several; unique per process. */
  readonly holder: string;
  readonly models: readonly Model[];
};

const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5_000;

/** Leads a run over the log whenever this runner may, and starts it again after a failure. */
export class Runner {
  readonly #context: RunnerContext;
  readonly #leadership: Leadership;
  readonly #stopping = new AbortController();
  readonly #waiters = new Set<(run: LiveRun) => void>();
  readonly #running: Promise<void>;
  readonly #sideBuilds: SideBuilds;
  #run: LiveRun | undefined;
  #renewal: NodeJS.Timeout | undefined;
  #renewing: Promise<void> = Promise.resolve();
  #wake: () => void = () => {};

  constructor(context: RunnerContext) {
    this.#context = context;
    this.#leadership = new Leadership(context.reads, context.holder, context.log);
    this.#sideBuilds = new SideBuilds(context, this.#stopping.signal);
    this.#running = this.#loop();
  }

  /** The run under way; `undefined` while another instance leads, or while this one is getting ready. */
  get run(): LiveRun | undefined {
    return this.#run;
  }

  /** Resolves after the batch under way is committed and the lease is given back. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error('the projections are stopping'));
    this.#wake();
    await this.#run?.stop();
    await this.#running;
  }

  /** Builds models anew beside the active ones and switches to them at exactly the live position. */
  rebuild(names: readonly string[], onProgress?: (progress: BuildProgress) => void): Promise<void> {
    return this.#leading((run) => this.#sideBuilds.rebuild(run, names, onProgress));
  }

  /**
   * Builds models anew and compares them with the active ones byte for byte, at one position; the live run waits for the comparison.
   * @returns the first differences of each model
   */
  verify(names: readonly string[], onProgress?: (progress: BuildProgress) => void): Promise<readonly Difference[]> {
    return this.#leading((run) => this.#sideBuilds.verify(run, names, onProgress));
  }

  retryParked(model?: string, position?: Position): Promise<RetryOutcome> {
    return this.#leading((run) => run.retries.retry(model, position));
  }

  dropParked(model: string, position: Position): Promise<boolean> {
    return this.#leading((run) => run.retries.drop(model, position));
  }

  /** Gets the lead for as long as the work takes, also from another process. */
  async #leading<T>(work: (run: LiveRun) => Promise<T>): Promise<T> {
    const { signal } = this.#stopping;
    const withdraw = await this.#leadership.request();
    try {
      return await work(this.#run ?? (await this.#nextRun(signal)));
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
      this.#wake();
    });
  }

  async #loop(): Promise<void> {
    const { log } = this.#context;
    let failures = 0;
    while (!this.#stopping.signal.aborted) {
      try {
        if (!(await this.#leadership.take())) {
          failures = 0;
          await this.#pause(this.#leadership.contendEvery);
          continue;
        }
        const startedAt = performance.now();
        const failure = await this.#lead();
        if (performance.now() - startedAt > LONGEST_PAUSE) failures = 0;
        // eslint-disable-next-line @typescript-eslint/only-throw-error -- what a run failed with is passed on as it is
        if (failure !== undefined) throw failure;
      } catch (error) {
        if (this.#stopping.signal.aborted) break;
        failures += 1;
        log.error(
          { failure: describeFailure(error), failures },
          'the projections stopped and start again from their checkpoint',
        );
        await this.#pause(Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** Math.min(failures - 1, 10)));
      }
    }
    await this.#leadership
      .giveUp()
      .catch((error: unknown) => log.warn({ failure: describeFailure(error) }, 'the lease was not given back'));
  }

  /** @returns the failure that ended the run; nothing when the lead was handed over or the runner stops. */
  async #lead(): Promise<unknown> {
    const { events, reads, clock, log, models } = this.#context;
    const lost = new AbortController();
    const signal = AbortSignal.any([this.#stopping.signal, lost.signal]);
    this.#renewUntilLost(lost);
    try {
      const { builds, at, left } = await activeBuilds(
        { events, reads, clock, signal },
        models,
        this.#sideBuilds.underWay,
      );
      if (signal.aborted) return undefined;
      const run = await LiveRun.start(this.#context, builds, at, left);
      this.#run = run;
      log.info({ position: at }, 'projections follow the log');
      signal.addEventListener('abort', () => void run.stop(), { once: true });
      if (signal.aborted) void run.stop();
      for (const found of this.#waiters) found(run);
      const failure = await run.ended;
      await run.stop();
      return failure;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      this.#run = undefined;
      clearTimeout(this.#renewal);
      // A renewal under way would take the lease again after it was given back.
      await this.#renewing;
      await this.#leadership
        .giveUp()
        .catch((error: unknown) => log.warn({ failure: describeFailure(error) }, 'the lease was not given back'));
    }
  }

  #renewUntilLost(lost: AbortController): void {
    this.#renewal = setTimeout(() => {
      this.#renewing = this.#leadership.keep().then((kept) => {
        if (lost.signal.aborted || this.#stopping.signal.aborted) return;
        if (kept) this.#renewUntilLost(lost);
        else lost.abort(new Error('another runner has the lead'));
      });
    }, this.#leadership.renewEvery);
    this.#renewal.unref();
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.#stopping.signal.aborted) this.#wake();
    });
  }
}

/** Parked events as a person sees them: with the model's plain name. */
export const plainParked = (event: ParkedEvent): ParkedEvent => ({
  ...event,
  model: event.model.split('@', 1)[0] as string,
});
