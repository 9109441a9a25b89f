import type { Logger } from 'pino';
import { backOff } from '../back-off.ts';
import { describeFailure } from '../failure.ts';
import type { Leases } from '../ports/leases.ts';
import { Lease } from './lease.ts';

const pauseAfter = backOff(200, 5_000);
/** Milliseconds. Work that ran at least this long before failing restarts with the shortest pause. */
const HEALTHY_AFTER_MS = 5_000;

export type LeasedWorkOptions = {
  readonly leases: Leases;
  readonly name: string;
  /** Unique per process. */
  readonly holder: string;
  readonly log: Logger;
  /**
   * Works until the signal is aborted (the lease was lost or the process is stopping) or it fails. It must not use the
   * engines after it settles, because the lease then passes to the next process.
   */
  readonly lead: (signal: AbortSignal) => Promise<void>;
  /** Milliseconds for which the lease must have been free before this process takes it. By default 0. */
  readonly mustBeFreeFor?: () => Promise<number>;
};

/**
 * Work that only one process may do at a time. Takes the lease, runs the work, renews the lease, and restarts with back-off after
 * a failure. Projections, process managers and clean-up all use it.
 */
export class LeasedWork {
  readonly #options: LeasedWorkOptions;
  readonly #lease: Lease;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #leads = false;
  #freeSince: number | undefined;
  #wake: () => void = () => {};

  constructor(options: LeasedWorkOptions) {
    this.#options = options;
    this.#lease = new Lease(options.leases, options.name, options.holder, options.log);
    this.#running = this.#run();
  }

  get leads(): boolean {
    return this.#leads;
  }

  /** Aborted when the process stops. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Asks the current holder to hand over to this process until the returned function is called. */
  async request(): Promise<() => Promise<void>> {
    const withdraw = await this.#lease.request();
    this.#wake();
    return withdraw;
  }

  /** Resolves when the work has ended and the lease is released. */
  async stop(): Promise<void> {
    this.#stopping.abort(new Error(`${this.#options.name} is stopping`));
    this.#wake();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { log, name } = this.#options;
    let failures = 0;
    while (!this.stopping.aborted) {
      const startedAt = performance.now();
      try {
        if ((await this.#isDue()) && (await this.#lease.take())) await this.#lead();
        else await this.#pause(this.#lease.contendEvery);
        failures = 0;
      } catch (error) {
        if (this.stopping.aborted) break;
        failures = performance.now() - startedAt > HEALTHY_AFTER_MS ? 1 : failures + 1;
        log.error({ work: name, failure: describeFailure(error), failures }, 'leased work failed and will restart');
        await this.#pause(pauseAfter(failures));
      }
    }
  }

  async #isDue(): Promise<boolean> {
    const freeFor = this.#lease.isRequested ? 0 : ((await this.#options.mustBeFreeFor?.()) ?? 0);
    const isFree = freeFor === 0 || (await this.#lease.isFree());
    if (!isFree) this.#freeSince = undefined;
    else this.#freeSince ??= performance.now();
    return this.#freeSince !== undefined && performance.now() - this.#freeSince >= freeFor;
  }

  async #lead(): Promise<void> {
    const lost = new AbortController();
    const signal = AbortSignal.any([this.stopping, lost.signal]);
    const renewing = this.#renewUntilLost(lost, signal);
    this.#leads = true;
    try {
      await this.#options.lead(signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#leads = false;
      lost.abort(new Error('the work has ended'));
      // A pending renewal would retake the lease after its release.
      await renewing;
      await this.#lease.release();
    }
  }

  async #renewUntilLost(lost: AbortController, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await pauseUnlessAborted(this.#lease.renewAfter, signal);
      if (signal.aborted || (await this.#lease.keep())) continue;
      lost.abort(new Error('another process holds the lease'));
    }
  }

  #pause(milliseconds: number): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    return pauseUnlessAborted(milliseconds, AbortSignal.any([this.stopping, woken.signal]));
  }
}

/** Waits. Returns at once if the signal is aborted. */
export const pauseUnlessAborted = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener('abort', end, { once: true });
  });
