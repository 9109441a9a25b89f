import { LogUnavailableError } from '@quorum/service-kit/ports/event-log.ts';
import { pauseAfter } from './follow-loop.ts';

/** Answers of the server that are final; every other error leaves open what happened, or passes by itself. */
const FINAL = new Set([
  'wrong-expected-version',
  'stream-not-found',
  'stream-deleted',
  'maximum-append-size-exceeded',
  'access-denied',
]);

/** The kind of a client error; some of its errors, as those of a starting server, have none. */
export const typeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'type' in error && typeof error.type === 'string'
    ? error.type
    : undefined;

export const isFinal = (error: unknown): boolean => FINAL.has(typeOf(error) ?? '');

export const messageOf = (error: unknown): string =>
  (error instanceof Error && error.message !== '' ? error.message : typeOf(error)) ?? String(error);

/** However long the server has been silent, a call is given so much time: the server may be back. Milliseconds. */
const LEAST = 500;

/**
 * How long a server has been silent. All calls of a process share its patience: who comes in the middle of an outage waits only for what is
 * left of it, so that a command that waits behind others does not add up their waits.
 */
export class Outage {
  readonly #now: () => number;
  /** When the first call was begun that nothing was answered after. */
  #since: number | undefined;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** @returns how long a call that begins now may take, of the patience that it would have. */
  begin(patience: number): number {
    const now = this.#now();
    this.#since ??= now;
    return Math.min(patience, Math.max(LEAST, this.#since + patience - now));
  }

  answered(): void {
    this.#since = undefined;
  }
}

/** A limit on everything one call of the port may take, in milliseconds; the client's own deadline was seen not to fire. */
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

  /** @throws LogUnavailableError when the time is over; the call itself goes on unheard. */
  async limit<T>(call: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    // Once given up, its late failure is nobody's concern.
    call.catch(() => {});
    const timeUp = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new LogUnavailableError('EventStoreDB does not answer.')),
        Math.max(0, this.left),
      );
    });
    try {
      const answer = await Promise.race([call, timeUp]);
      this.#outage?.answered();
      return answer;
    } catch (error) {
      if (isFinal(error)) this.#outage?.answered();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Repeats a call until it gives a result, a final answer, or the time is over.
   * @throws LogUnavailableError, or the final answer.
   */
  async repeat<T>(call: () => Promise<T>): Promise<T> {
    for (let failures = 1; ; failures++) {
      try {
        return await this.limit(call());
      } catch (error) {
        if (isFinal(error)) throw error;
        const pause = pauseAfter(failures);
        if (pause >= this.left) {
          throw new LogUnavailableError(`EventStoreDB cannot be reached: ${messageOf(error)}`, { cause: error });
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }
}
