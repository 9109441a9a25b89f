import { type LogRefusal, LogRefusedError, LogUnavailableError } from '@quorum/service-kit/ports/event-log.ts';
import { withTimeout } from '@quorum/service-kit/with-timeout.ts';
import { pauseAfter } from '../follow-loop.ts';

/** Final responses of the server. Every other error is either temporary or leaves the outcome unknown. */
const FINAL = new Set([
  'wrong-expected-version',
  'stream-not-found',
  'stream-deleted',
  'maximum-append-size-exceeded',
  'access-denied',
]);

const REFUSALS: Readonly<Record<string, LogRefusal>> = {
  'maximum-append-size-exceeded': 'too-large',
  'stream-deleted': 'deleted',
};

/** The kind of a client error. Some have none, such as those of a starting server. */
export const typeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'type' in error && typeof error.type === 'string'
    ? error.type
    : undefined;

export const isFinal = (error: unknown): boolean => FINAL.has(typeOf(error) ?? '');

export const messageOf = (error: unknown): string =>
  (error instanceof Error && error.message !== '' ? error.message : typeOf(error)) ?? String(error);

const asRefusal = (error: unknown): unknown => {
  const reason = REFUSALS[typeOf(error) ?? ''];
  return reason === undefined ? error : new LogRefusedError(reason, `EventStoreDB refuses: ${messageOf(error)}`);
};

/** Milliseconds that every call gets, however long the server has been silent: it may be back. */
const LEAST = 500;

/**
 * Tracks how long a server has been silent. All calls of a process share one patience: a call in the middle of an outage waits
 * only for the rest of it, so that queued commands do not add up their waits.
 */
export class Outage {
  readonly #now: () => number;
  /** Start of the earliest call since the last response. */
  #since: number | undefined;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** @returns how long a call may take that starts now, given its normal patience. */
  begin(patience: number): number {
    const now = this.#now();
    this.#since ??= now;
    return Math.min(patience, Math.max(LEAST, this.#since + patience - now));
  }

  answered(): void {
    this.#since = undefined;
  }
}

/** Milliseconds that one call of the port may take in total. The client's own deadline was seen not to fire. */
export class Patience {
  readonly #until: number;
  readonly #outage: Outage | undefined;

  constructor(milliseconds: number, outage?: Outage) {
    this.#until = Date.now() + (outage?.begin(milliseconds) ?? milliseconds);
    this.#outage = outage;
  }

  get left(): number {
    return this.#until - Date.now();
  }

  /** @throws LogUnavailableError on timeout. The call itself continues, and its result is ignored. */
  async limit<T>(call: Promise<T>): Promise<T> {
    try {
      const answer = await withTimeout(
        Math.max(0, this.left),
        call,
        () => new LogUnavailableError('EventStoreDB does not answer.'),
      );
      this.#outage?.answered();
      return answer;
    } catch (error) {
      if (isFinal(error)) this.#outage?.answered();
      throw error;
    }
  }

  /**
   * Retries a call until it returns a result or a final error, or the time is over.
   * @throws LogUnavailableError, LogRefusedError, or another final error.
   */
  async repeat<T>(call: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        return await this.limit(call());
      } catch (error) {
        if (isFinal(error)) throw asRefusal(error);
        const pause = pauseAfter(failures);
        if (pause >= this.left) {
          throw new LogUnavailableError(`EventStoreDB cannot be reached: ${messageOf(error)}`, { cause: error });
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }
}
