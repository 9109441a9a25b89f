import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { ReadStore } from '@quorum/service-kit/ports/read-store.ts';
import { freshSingleFlight } from '@quorum/service-kit/single-flight.ts';
import type { Logger } from 'pino';
import type { PendingRemovals } from './pending-removals.ts';

/** Milliseconds until what failed is tried again. */
const TRY_AGAIN = 5_000;

/** Removes in the background what commits and dropped generations left in the store. */
export class Sweeper {
  readonly #sweep: () => Promise<void>;
  #work: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor({ reads, log }: { readonly reads: ReadStore; readonly log: Logger }, removals: PendingRemovals) {
    this.#sweep = freshSingleFlight(async () => {
      try {
        const forget = removals.beforeSweep();
        while (!this.#isStopped && (await reads.sweep()) === 'documents');
        if (!this.#isStopped) forget();
        while (!this.#isStopped && (await reads.sweep()) !== 'nothing');
      } catch (error) {
        log.warn({ failure: describeFailure(error) }, 'removed documents could not be swept yet');
        this.#timer = setTimeout(() => this.start(), TRY_AGAIN).unref();
      }
    });
  }

  start(): void {
    this.#work = this.#sweep();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#work;
  }
}
