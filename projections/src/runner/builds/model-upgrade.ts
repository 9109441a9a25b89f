import { LeasedWork, pauseUnlessAborted } from '@quorum/service-kit/leases/leased-work.ts';
import type { Model } from '../../model.ts';
import type { LiveContext } from '../live-run.ts';
import { BUILDS, buildUpgrade, needsUpgrade } from './generations.ts';

/** Milliseconds. */
const MAX_TIMEOUT_MS = 2_147_483_647;

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
  #isKnown = false;
  #work: LeasedWork | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Whether this process would have to build models before it could run them. */
  get isPending(): boolean {
    return this.#work !== undefined && !this.#stopping.signal.aborted;
  }

  /** Finds out whether there are new model versions, and begins to build them. @throws ReadStoreUnavailableError */
  async start(): Promise<void> {
    const { reads, models, holder, log } = this.#parts;
    if (this.#isKnown) return;
    const isNeeded = await needsUpgrade(reads, models);
    this.#isKnown = true;
    if (!isNeeded || this.#stopping.signal.aborted) return;
    this.#work = new LeasedWork({ leases: reads, name: BUILDS, holder, log, lead: (lost) => this.#build(lost) });
  }

  async stop(): Promise<void> {
    this.#isKnown = true;
    this.#stopping.abort(new Error('no models are built any more'));
    await this.#work?.stop();
  }

  async #build(signal: AbortSignal): Promise<void> {
    const { events, reads, clock, models, log, takeOver } = this.#parts;
    // Another process has built them and runs them.
    if (!(await needsUpgrade(reads, models))) return void this.stop();
    await buildUpgrade({ events, reads, clock, signal }, models);
    log.info('new model versions are built; this process takes over');
    const withdraw = await takeOver();
    await pauseUnlessAborted(MAX_TIMEOUT_MS, signal);
    await withdraw();
  }
}
