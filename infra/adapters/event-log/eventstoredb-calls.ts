import { LogUnavailableError } from '@quorum/contracts/ports/event-log.ts';
import { backOff } from './follow-loop.ts';

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

/** A limit on everything one call of the port may take, in milliseconds; the client's own deadline was seen not to fire. */
export class Patience {
  readonly #until: number;

  constructor(milliseconds: number) {
    this.#until = Date.now() + milliseconds;
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
      return await Promise.race([call, timeUp]);
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
        const pause = backOff(failures);
        if (pause >= this.left) {
          throw new LogUnavailableError(`EventStoreDB cannot be reached: ${messageOf(error)}`, { cause: error });
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }
}
