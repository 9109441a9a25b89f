import type { Logger } from 'pino';
import { describeFailure } from '../failure.ts';
import type { Leases } from '../ports/leases.ts';
import { withTimeout } from '../with-timeout.ts';

/** Milliseconds. A holder that dies is replaced within `TTL_MS` plus one `CONTEND_MS`. */
const TTL_MS = 5_000;
const RENEW_MS = 1_500;
const CONTEND_MS = 1_000;
/** During a handover the work stands still, so contenders try more often. */
const HANDOVER_CONTEND_MS = 100;
/** How long after another process's request a handover may still be running. */
const HANDOVER_MS = 5_000;
/** How long a request for the lease holds other contenders back, unless renewed. */
const REQUEST_TTL_MS = 10_000;

/**
 * A lease that one of several processes holds while the others stand by. A process that requests it (for example for a rebuild)
 * gets it from the holder; the others hold back while the request stands.
 */
export class Lease {
  readonly #leases: Leases;
  readonly #name: string;
  readonly #holder: string;
  readonly #log: Logger;
  #requests = 0;
  /** When the last renewal was requested. The store counts from its arrival, which is not earlier. */
  #lastRenewal = 0;
  #handoverUntil = 0;

  constructor(leases: Leases, name: string, holder: string, log: Logger) {
    this.#leases = leases;
    this.#name = name;
    this.#holder = holder;
    this.#log = log;
  }

  /** Milliseconds until the holder renews it: when it runs out at the latest, so that its loss is noticed then. */
  get renewAfter(): number {
    return Math.min(RENEW_MS, this.#left);
  }

  /** Milliseconds between attempts of a standby. */
  get contendEvery(): number {
    const inHandover = this.#requests > 0 || performance.now() < this.#handoverUntil;
    return inHandover ? HANDOVER_CONTEND_MS : CONTEND_MS;
  }

  /** @returns whether this process holds the lease now. */
  async take(): Promise<boolean> {
    if (this.#requests > 0) await this.#leases.lease(this.#handover, this.#holder, REQUEST_TTL_MS);
    else if (await this.#requestedByAnother()) {
      this.#handoverUntil = performance.now() + HANDOVER_MS;
      return false;
    }
    const asked = performance.now();
    if (!(await this.#leases.lease(this.#name, this.#holder, TTL_MS))) return false;
    // Answers may arrive out of order.
    this.#lastRenewal = Math.max(this.#lastRenewal, asked);
    return this.#left > 0;
  }

  /** @returns whether the lease is still held. If the store does not answer, it counts as held until it runs out. */
  async keep(): Promise<boolean> {
    try {
      return await withTimeout(this.#left, this.take(), () => new Error('there was no answer before it ran out'));
    } catch (error) {
      this.#log.warn({ lease: this.#name, failure: describeFailure(error) }, 'a lease could not be renewed');
      return this.#left > 0;
    }
  }

  /** Whether this process has asked the holder to hand over. */
  get isRequested(): boolean {
    return this.#requests > 0;
  }

  /** Whether no other process holds the lease. */
  isFree(): Promise<boolean> {
    return this.#leases.lease(this.#name, this.#holder, 0);
  }

  release(): Promise<void> {
    return this.#release(this.#name);
  }

  /** Asks the holder to hand over until the returned function is called. */
  async request(): Promise<() => Promise<void>> {
    await this.#leases.lease(this.#handover, this.#holder, REQUEST_TTL_MS);
    this.#requests += 1;
    return async () => {
      this.#requests -= 1;
      if (this.#requests === 0) await this.#release(this.#handover);
    };
  }

  async #release(name: string): Promise<void> {
    await this.#leases
      .releaseLease(name, this.#holder)
      .catch((error: unknown) =>
        this.#log.warn({ lease: name, failure: describeFailure(error) }, 'a lease was not released; it will expire'),
      );
  }

  /** Milliseconds for which no other process can take it, if this one holds it. */
  get #left(): number {
    return Math.max(0, Math.ceil(this.#lastRenewal + TTL_MS - performance.now()));
  }

  get #handover(): string {
    return `${this.#name}-handover`;
  }

  async #requestedByAnother(): Promise<boolean> {
    return !(await this.#leases.lease(this.#handover, this.#holder, 0));
  }
}
