import type { ReadStore } from '@quorum/contracts/ports/read-store.ts';
import { describeFailure } from '@quorum/service-kit/failure.ts';
import type { Logger } from 'pino';

const LEASE = 'projections';
const HANDOVER = 'projections-handover';
/** Milliseconds. A dead holder is replaced within `TTL` and one `CONTEND`. */
const TTL = 5_000;
const RENEW = 1_500;
const CONTEND = 1_000;
/** How long a request for the lead holds the others back, unless it is renewed. */
const REQUEST_TTL = 10_000;

/**
 * Which of several runners writes. One holds the lease; the others stand by. A runner that asks for the lead (for a rebuild from another
 * process) gets it from the one that has it, and the others hold back as long as it asks.
 */
export class Leadership {
  readonly #reads: ReadStore;
  readonly #holder: string;
  readonly #log: Logger;
  #requests = 0;
  #lastRenewal = 0;

  constructor(reads: ReadStore, holder: string, log: Logger) {
    this.#reads = reads;
    this.#holder = holder;
    this.#log = log;
  }

  /** Milliseconds between two tries of a runner that stands by. */
  readonly contendEvery = CONTEND;
  /** Milliseconds between two renewals of the holder. */
  readonly renewEvery = RENEW;

  /** Tries to get the lead. */
  async take(): Promise<boolean> {
    if (this.#requests > 0) await this.#reads.lease(HANDOVER, this.#holder, REQUEST_TTL);
    else if (await this.#askedByAnother()) return false;
    const taken = await this.#reads.lease(LEASE, this.#holder, TTL);
    if (taken) this.#lastRenewal = performance.now();
    return taken;
  }

  /** Whether the lead can be kept. An unreachable store leaves it open until the lease has run out. */
  async keep(): Promise<boolean> {
    try {
      if (this.#requests > 0) await this.#reads.lease(HANDOVER, this.#holder, REQUEST_TTL);
      else if (await this.#askedByAnother()) return false;
      const kept = await this.#reads.lease(LEASE, this.#holder, TTL);
      if (kept) this.#lastRenewal = performance.now();
      return kept;
    } catch (error) {
      this.#log.warn({ failure: describeFailure(error) }, 'the lease of the projections could not be renewed');
      return performance.now() - this.#lastRenewal < TTL;
    }
  }

  async giveUp(): Promise<void> {
    await this.#reads.releaseLease(LEASE, this.#holder);
  }

  /** Asks the holder to hand over, until the returned function is called. */
  async request(): Promise<() => Promise<void>> {
    this.#requests += 1;
    await this.#reads.lease(HANDOVER, this.#holder, REQUEST_TTL);
    return async () => {
      this.#requests -= 1;
      if (this.#requests === 0) await this.#reads.releaseLease(HANDOVER, this.#holder);
    };
  }

  async #askedByAnother(): Promise<boolean> {
    return !(await this.#reads.lease(HANDOVER, this.#holder, 0));
  }
}
