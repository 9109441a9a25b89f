import { LeasedWork, pauseUnlessAborted } from '@quorum/service-kit/leases/leased-work.ts';
import type { Model } from '../../model.ts';
import type { LiveContext } from '../live-run.ts';
import { BUILDS, buildUpgrade, needsUpgrade } from './generations.ts';

/** Milliseconds. */
const CHECK_AGAIN_AFTER = 5_000;
const FOR_EVER = 2_147_483_647;

type Parts = LiveContext & {
  readonly holder: string;
  readonly models: readonly Model[];
  /** Asks the process that runs the models to hand over to this one. @returns a function that withdraws the request */
  readonly takeOver: () => Promise<() => Promise<void>>;
};

/**
 * Builds new model versions while a process of the old ones runs, and takes over at the end. Nobody waits for it. It continues an
 * interrupted build.
 */
export class ModelUpgrade {
  readonly #parts: Parts;
  readonly #stopping = new AbortController();
  #started: Promise<void> | undefined;
  #work: LeasedWork | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether this process would have to build models before it could run them. */
  get isPending(): boolean {
    return this.#work !== undefined && !this.#stopping.signal.aborted;
  }

  /** Resolves when it is known whether there are new model versions. */
  start(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error('no models are built any more'));
    await this.#started;
    await this.#work?.stop();
  }

  async #start(): Promise<void> {
    const { reads, models, holder, log } = this.#parts;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const isNeeded = await needsUpgrade(reads, models).catch(() => undefined);
      if (isNeeded === false || signal.aborted) return;
      if (isNeeded === undefined) await pauseUnlessAborted(CHECK_AGAIN_AFTER, signal);
      else {
        const lead = (lost: AbortSignal): Promise<void> => this.#build(lost);
        this.#work = new LeasedWork({ leases: reads, name: BUILDS, holder, log, lead });
        return;
      }
    }
  }

  async #build(signal: AbortSignal): Promise<void> {
    const { events, reads, clock, models, log, takeOver } = this.#parts;
    // Another process has built them meanwhile, and runs them.
    if (!(await needsUpgrade(reads, models))) return void this.stop();
    await buildUpgrade({ events, reads, clock, signal }, models);
    log.info('new model versions are built; this process takes over');
    const withdraw = await takeOver();
    await pauseUnlessAborted(FOR_EVER, signal);
    await withdraw();
  }
}
