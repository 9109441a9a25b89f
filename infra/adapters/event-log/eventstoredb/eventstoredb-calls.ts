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

const isFinal = (error: unknown): boolean => FINAL.has(typeOf(error) ?? '');

export const messageOf = (error: unknown): string =>
  (error instanceof Error && error.message !== '' ? error.message : typeOf(error)) ?? String(error);

const asRefusal = (error: unknown): unknown => {
  const reason = REFUSALS[typeOf(error) ?? ''];
  return reason === undefined ? error : new LogRefusedError(reason, `EventStoreDB refuses: ${messageOf(error)}`);
};

/** Milliseconds that one call of the port may take in total. The client's own deadline was seen not to fire. */
export class Deadline {
  readonly #until: number;

  constructor(milliseconds: number) {
    this.#until = Date.now() + milliseconds;
  }

  get left(): number {
    return this.#until - Date.now();
  }

  /** @throws LogUnavailableError on timeout. The call itself continues, and its result is ignored. */
  limit<T>(call: Promise<T>): Promise<T> {
    const late = () => new LogUnavailableError('EventStoreDB does not answer.');
    return withTimeout(Math.max(0, this.left), call, late);
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
