import type { Clock } from '@quorum/service-kit/ports/clock.ts';
import { type AppendOutcome, LogUnavailableError } from '@quorum/service-kit/ports/event-log.ts';

/** Milliseconds after a failed append before the log is tried again without one. */
const RETRY_DELAY_MS = 5_000;

/**
 * Whether a log can be written, which its last append shows. Reads would not show that a disk is full, or that a cluster has lost its
 * majority.
 */
export class LastAppend {
  readonly #clock: Clock;
  /** When it failed, in milliseconds; undefined once one succeeded. */
  #failedAt: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Remembers how an append went. A conflict shows nothing, because it was not written. */
  async note(appending: Promise<AppendOutcome>): Promise<AppendOutcome> {
    try {
      const outcome = await appending;
      if (outcome.ok) this.#failedAt = undefined;
      return outcome;
    } catch (error) {
      if (error instanceof LogUnavailableError) this.#failedAt = this.#clock.now();
      throw error;
    }
  }

  /**
   * @param attempt an append without events. Without it, a log that nobody writes to because it is not ready would stay so.
   * @throws LogUnavailableError
   */
  async check(attempt: () => Promise<unknown>): Promise<void> {
    if (this.#failedAt === undefined) return;
    if (this.#clock.now() - this.#failedAt < RETRY_DELAY_MS)
      throw new LogUnavailableError('The event log could not be written a moment ago.');
    // Others that ask while this attempt waits do not begin another.
    this.#failedAt = this.#clock.now();
    await attempt();
  }
}

/** A stream that never exists. */
export const PROBE = 'probe';
