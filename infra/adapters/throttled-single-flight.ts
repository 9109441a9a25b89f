import { setTimeout as pause } from 'node:timers/promises';

/**
 * A costly task that many ask for: one run serves all who asked before it began, and runs begin a while apart. The first
 * begins at once.
 */
export class ThrottledSingleFlight {
  readonly #run: () => Promise<void>;
  readonly #apart: number;
  readonly #stopped = new AbortController();
  /** Ends when the next run may begin. */
  #rest: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** @param apart milliseconds from the beginning of a run to the next one's. */
  constructor(run: () => Promise<void>, apart: number) {
    this.#run = run;
    this.#apart = apart;
  }

  /** Resolves after a run that began after this call. @throws what the run throws, or an abort when it will not come any more. */
  ask(): Promise<void> {
    this.#next ??= this.#begin();
    return this.#next;
  }

  /** Who still waits for a run to begin is refused. */
  stop(): void {
    this.#stopped.abort();
  }

  async #begin(): Promise<void> {
    try {
      await this.#rest;
    } finally {
      // Whoever asks from here on may mean something that this run does not see any more.
      this.#next = undefined;
    }
    this.#rest = pause(this.#apart, undefined, { ref: false, signal: this.#stopped.signal });
    // Nobody may be waiting when it is stopped.
    this.#rest.catch(() => {});
    await this.#run();
  }
}
